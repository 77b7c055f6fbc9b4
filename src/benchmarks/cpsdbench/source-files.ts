import type { SourceFile } from '../../core/index.ts';
import type { TaskId } from './task-specs.ts';

const MEGABYTE = 1024 * 1024;

function raw(repository: string, commit: string, file: string): string {
  const encoded = file.split('/').map(encodeURIComponent).join('/');
  return `https://raw.githubusercontent.com/${repository}/${commit}/${encoded}`;
}

const CAIL2019 = (name: string) =>
  raw(
    'china-ai-law-challenge/CAIL2019',
    '010ebcedb4a1faf0ae25576254d134fa518e4830',
    `阅读理解/data/${name}_ground_truth.json`,
  );
const CAIL2022 = raw(
  'china-ai-law-challenge/CAIL2022',
  '2151a06cac096ce17dd75db11e71228795fc1767',
  'xxcq/test.json',
);
const TELECOM = (name: string) =>
  raw('ChangMianRen/Telecom_Fraud_Texts_5', '9526a1ee14a800045ee349156f667b6b9cfd9921', `${name}-last.csv`);
const LAWBENCH = (name: string) =>
  raw('open-compass/LawBench', 'e30981bb3ff54c41571f222e0b23e92d27375388', `data/zero_shot/${name}.json`);

interface Part {
  /** Below the task's folder; `items` is the file that own data take the place of. */
  readonly name: string;
  readonly url: string;
  readonly pin?: Pick<SourceFile, 'sha256' | 'bytes'>;
  readonly megabytes?: number;
}

/** The public stand-in of each task: the first file is the one that own data replace. */
const PARTS: Readonly<Record<TaskId, readonly Part[]>> = {
  sentiment: [
    {
      name: 'items',
      url: raw('dengxiuqi/weibo2018', '4c6145e47473bbcb656aa7eeea307cae12bde5ba', 'test.txt'),
    },
  ],
  rumor: [
    {
      name: 'items',
      url: 'https://codeload.github.com/thunlp/Chinese_Rumor_Dataset/tar.gz/c1178d8cfd4c245c296889a51fc252b17c9037c5',
      megabytes: 400,
    },
  ],
  fraud: [
    { name: 'items', url: TELECOM('label00') },
    ...['label01', 'label02', 'label03', 'label04'].map((name) => ({
      name: `${name}.csv`,
      url: TELECOM(name),
    })),
  ],
  incident: [
    { name: 'items', url: CAIL2019('dev') },
    { name: 'more.json', url: CAIL2019('test') },
  ],
  'drug-ner': [{ name: 'items', url: CAIL2022 }],
  'drug-relation': [{ name: 'items', url: CAIL2022 }],
  'fraud-ner': [{ name: 'items', url: LAWBENCH('2-6') }],
  'case-reading': [{ name: 'items', url: CAIL2019('dev') }],
  'police-knowledge': [
    {
      name: 'items',
      url: raw('haonan-li/CMMLU', 'd6e7b716d8ac694f38969a6c0407437d1fded799', 'data/test/security_study.csv'),
      pin: { sha256: 'a352cbd0c01be8d0b3f1c4fbada2d4f313ae5eab4a0960b660e31d2c70b7648f', bytes: 24_977 },
    },
  ],
  'case-summary': [{ name: 'items', url: LAWBENCH('2-7') }],
  'police-report': [
    { name: 'items', url: CAIL2019('dev') },
    { name: 'more.json', url: CAIL2019('test') },
  ],
  'legal-analysis': [{ name: 'items', url: LAWBENCH('3-8') }],
};

/** The files of a task at their sources, at a pinned commit. */
export function sourceFiles(task: TaskId): SourceFile[] {
  return PARTS[task].map(({ name, url, pin, megabytes }) => ({
    path: `${task}/${name}`,
    url,
    split: 'test',
    maxBytes: (megabytes ?? 64) * MEGABYTE,
    ...pin,
  }));
}

/** Further files of a set, beside its first. */
export function moreFiles(task: TaskId): string[] {
  return PARTS[task].slice(1).map(({ name }) => `${task}/${name}`);
}
