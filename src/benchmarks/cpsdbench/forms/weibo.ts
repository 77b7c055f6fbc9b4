import { badForm, badLabel, type Form, textAt, wholeJson } from './form.ts';

const LABELS: ReadonlyMap<string, string> = new Map([
  ['1', 'positive'],
  ['0', 'negative'],
]);

/** weibo2018: lines `mid,label,text` without quoting, parted at the first two commas. */
export const weibo2018: Form = (text, file) => {
  if (!/^[^,\n{["]+,[^,\n{["]+,/.test(text)) return undefined;
  const rows = [];
  let line = 0;
  for (const whole of text.split('\n')) {
    line += 1;
    const content = whole.replace(/\r$/, '');
    if (content.trim() === '') continue;
    const first = content.indexOf(',');
    const second = content.indexOf(',', first + 1);
    if (first < 1 || second < 0)
      throw badForm(file, line, 'a line needs an id, a label and a text, parted by commas');
    const label = content.slice(first + 1, second).trim();
    // The first line may name the columns.
    if (line === 1 && label === 'label') continue;
    const id = LABELS.get(label);
    if (id === undefined) throw badLabel(file, line, label, [...LABELS.keys()]);
    const own = content.slice(second + 1);
    if (own.trim() === '') throw badForm(file, line, 'the text is empty');
    rows.push({
      id: content.slice(0, first),
      content: { kind: 'classification' as const, text: own, label: id },
    });
  }
  return { rows, standIn: { name: 'weibo2018 (dengxiuqi/weibo2018 at 4c6145e)', licence: 'none stated' } };
};

const EMOTIONS = ['happy', 'angry', 'sad', 'fear', 'surprise', 'neutral'];

/** SMP2020-EWECT: a JSON array of `{id, content, label}` with six labels. */
export const smp2020: Form = (text, file) => {
  const root = wholeJson(text);
  if (
    !Array.isArray(root) ||
    textAt(root[0], 'content') === undefined ||
    textAt(root[0], 'label') === undefined
  )
    return undefined;
  const rows = root.map((entry: unknown, at) => {
    const id = textAt(entry, 'id') ?? String(at);
    const [own, label] = [textAt(entry, 'content'), textAt(entry, 'label')];
    if (own === undefined || own.trim() === '') throw badForm(file, undefined, 'the content is empty', id);
    if (label === undefined || !EMOTIONS.includes(label))
      throw badLabel(file, undefined, label ?? '', EMOTIONS);
    return { id, content: { kind: 'classification' as const, text: own, label } };
  });
  return {
    rows,
    spec: 'sentiment-smp2020',
    standIn: { name: 'SMP2020-EWECT (BrownSweater/BERT_SMP2020-EWECT at e928cec)', licence: 'none stated' },
  };
};
