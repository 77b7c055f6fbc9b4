// The words of docs/benchmarks/birco.md; scripts/birco-page.js fills in the figures.
export const PAGE = `# BIRCO

Wang et al. (2024), *BIRCO: A Benchmark of Information Retrieval Tasks with Complex Objectives*, arXiv:2402.14151. Data CC BY-NC 4.0, code MIT.

A query is a paragraph with an objective; a model puts the query's own pool of 40 to 153 passages in order. There is no search in a corpus: figures of MTEB's tasks of the same names search whole corpora with whole-number grades and are not comparable.

## The five sets

| task | queries (test) | pool | grades | what is asked for |
|---|---|---|---|---|
| \`birco/doris-mae\` | 60 | 100 to 138 | fractions from 0 to 2 | the abstract that meets a paragraph of research needs |
| \`birco/arguana\` | 100 | 50 or 51 | 0, 1 | the argument that refutes the given one on the same point |
| \`birco/wtb\` | 100 | 50 or 51 | 0, 1 | the book that a reader half remembers |
| \`birco/clinical-trial\` | 50 | 40 to 153 | 0, 1, 2 | trials that the described patient could join |
| \`birco/relic\` | 100 | 50 or 51 | 0, 1 | the quotation that belongs in the gap of a literary analysis |

**Ceilings.** Recall@5 cannot reach 1 where a query has more than five relevant documents: on Clinical-Trial at most 0.379111 (Recall@10 0.631397, Recall@20 0.852178). Every table shows the ceiling.

**The stored order leaks.** Echoing the order of the file scores 0.498 on ArguAna, more than E5; echoing it backwards 0.640 on RELIC, more than GPT-4 scoring. Quadrat never starts from that order and never breaks ties by it; echo and reversed echo stand beside every value.

**Queries without a relevant document** (some in DORIS-MAE) are left out of Recall and MAP and kept in nDCG. Every value says its n.

## Protocols

| point | \`standard\` | \`paper\` | \`card\` |
|---|---|---|---|
| nDCG@10 | graded, linear gain | the same | binary gain, relevant = grade 1 or more |
| MRR@10 | first document with grade 1 or more | first document of the pool's highest grade | none |
| error | bootstrap interval | the authors' bootstrap, bit for bit (mean and std in \`boot\`) | none |
| repeated, missing or foreign ids, missing queries | refused, each named | as the code: counted twice, not found, or an exception that is named | as far as the recipe goes |
| over the sets | unweighted mean of all five | none | none |

With \`--boot True\` the authors' program prints the bootstrap mean in place of the mean, and Recall@10 under another name. Here the mean is the value, and the bootstrap mean stands beside it. In points (× 100):

<!-- differences -->

## Methods

\`--set method=\`:

- \`score\`: one call a passage, a score from 0 to 10; \`reason\`: the same after reasoning; \`subtask\`: criteria first, then one call a criterion and passage, scores from 0 to 5, their mean.
- \`listwise\`: windows of \`window\` passages with \`step\` from the worst end to the best (10/5 and 4/2 are the authors' presets) over \`initial=shuffle|bm25|FILE\`.
- \`ranker\`: no prompt; an embedding model, \`local/use-lite\` or \`local/lexical\`.

Each with \`objective=true\` or \`false\`, which drops the sentence with the objective and nothing else. Answers are read by a tolerant reader (\`standard\`) and, for the pointwise methods, by the authors' rules (\`paper\`) from the same stored texts. Unreadable scores count 0 and unreadable windows keep their order; both are counted in the diagnostics, and a query without any readable answer is \`unparsed\` and counts 0. \`copied-windows\` counts first windows that repeat the order shown; a share above chance is flagged. With \`preset=paper\` windows are read by the authors' strict pattern and fall back to a seeded random order.

Ties: score, then the place in the first ranking. In files with scores: id, descending in byte order. In \`paper\`: the authors' steps of +0.01.

## The authors' rank files, scored here

The values are what the files give, not the printed tables of the paper. Intervals: 95 %, 1,000 bootstrap resamples of the queries, seed 42. The last column is a paired permutation test of nDCG@10 against the best method of the set (10,000 sampled sign patterns, seed 42), corrected by Holm within the set; methods marked *same group* do not differ significantly from the best at 5 %. Only the files at hand are listed.

<!-- results -->

**Printed tables.** None is held. Values that you typed from the paper stand beside these with \`quadrat reproduce birco --published DIR --printed FILE\` ([guide](../guide.md#published-outputs)): both the plain mean and the bootstrap mean are compared, because the authors' code prints the second in place of the first. Where a folder has several files of one name, such as today's and those of an earlier revision, each is compared.

## Known faults of the published files

- \`clinical-trial/Tart_O\` holds DORIS-MAE's queries and is refused as a file of another set.
- \`arguana/Rankgpt_llama70b\` names one document twice and misses another in one query: refused by \`standard\`; both documents have grade 0, so \`paper\` and \`card\` are unharmed.
- \`doris-mae/Tart_O\` is partial: 634 documents are missing over 56 queries.
- The RankGPT rows of open models are mostly the E5 order with local noise: their windows counted from 1 where the reader counts from 0, and were shuffled. The share of fallback windows tells such runs.
`;
