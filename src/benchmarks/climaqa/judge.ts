import { type Answer, type Ask, type Context, type Message, QuadratError } from '../../core/index.ts';
import { answerText } from '../../parse/reasoning.ts';
import { pythonStrip } from '../../text/python.ts';
import type { ClimaItem } from './data.ts';
import { labelLogprobsByWord, readVerdict } from './factual.ts';
import { judgeTemplateOf } from './own-templates.ts';
import { judgePrompt } from './prompts.ts';
import type { ClimaqaSettings } from './settings.ts';
import type { Judgement, Solution } from './solution.ts';

/** Alternatives of the judge's first token, as the authors ask for. */
const TOP_LOGPROBS = 20;
const MAX_OUTPUT_TOKENS = 256;
/** Seeds of second tries do not meet those of repeats. */
const AGAIN = 1000;

/**
 * Asks the judge about a free answer, as often as the settings say. An answer that did not come is not judged.
 *
 * @throws QuadratError `judge-failed` if a verdict could not be read twice: never a score
 */
export async function askJudge(
  item: ClimaItem,
  solution: Solution,
  ask: Ask,
  settings: ClimaqaSettings,
  context: Context,
): Promise<{ readonly judgements?: readonly Judgement[] }> {
  if (settings.judge === undefined) return {};
  const answer = pythonStrip(answerText(solution.text));
  if (!ask.planning && (solution.stop !== null || answer === '')) return {};
  const messages = judgePrompt(await judgeTemplateOf(settings, context), item.answer, answer);
  const judgements: Judgement[] = [];
  for (let repeat = 0; repeat < settings['judge-repeats']; repeat += 1) {
    judgements.push(await judgeOnce(item, messages, ask, settings, repeat));
  }
  return { judgements };
}

async function judgeOnce(
  item: ClimaItem,
  messages: readonly Message[],
  ask: Ask,
  settings: ClimaqaSettings,
  repeat: number,
): Promise<Judgement> {
  const put = (seed: number): Promise<Answer> =>
    ask({
      role: 'judge',
      messages,
      // Equal requests would get one stored answer: repeats are told apart by their seed.
      decoding: {
        ...(settings.preset === 'paper' ? {} : { maxOutputTokens: MAX_OUTPUT_TOKENS, temperature: 0 }),
        ...(seed === 0 ? {} : { seed }),
      },
      topLogprobs: TOP_LOGPROBS,
      step: seed === 0 ? 'judge' : `judge ${seed}`,
      exportId: `${item.id}|judge`,
    });
  const first = await put(repeat);
  if (ask.planning || isVerdict(first)) return judgementOf(first);
  const second = await put(AGAIN + repeat);
  if (isVerdict(second)) return judgementOf(second);
  throw new QuadratError('judge-failed', 'the judge’s verdict could not be read twice', {
    item: item.id,
    next: 'Run the same command again, or choose another judge.',
    data: { text: second.text.slice(0, 200) },
  });
}

/** A usable answer with a label among its first tokens, or one of the two words in its text. */
function isVerdict(answer: Answer): boolean {
  if (answer.stop !== null) return false;
  if (readVerdict(answerText(answer.text)) !== undefined) return true;
  return answer.firstToken !== null && labelLogprobsByWord(answer.firstToken).missing < 2;
}

function judgementOf({ text, firstToken }: Answer): Judgement {
  return { text, alternatives: firstToken === null || firstToken.length === 0 ? null : firstToken };
}
