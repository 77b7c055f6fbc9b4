import { readCsv } from '../../../data/csv.ts';
import { badForm, type Form } from './form.ts';

/** Telecom_Fraud_Texts_5: CSV `content,label`; the label `0` is normal, every other one a kind of fraud. */
export const telecomFraud: Form = (text, file) => {
  if (!/^"?content"?,"?label"?\r?\n/.test(text)) return undefined;
  const stem = /(label\d+)[^/\\]*$/.exec(file)?.[1] ?? 'row';
  const rows = readCsv(text, file).rows.map(({ line, cells }, at) => {
    const [own = '', label = ''] = [cells.get('content'), cells.get('label')];
    if (own.trim() === '') throw badForm(file, line, 'the content is empty');
    if (label.trim() === '') throw badForm(file, line, 'the label is empty');
    const normal = label.trim() === '0';
    return {
      id: `${stem}-${at}`,
      content: { kind: 'classification' as const, text: own, label: normal ? 'normal' : 'fraud' },
      meta: new Map(normal ? [] : [['subtype', label.trim()]]),
    };
  });
  return {
    rows,
    standIn: {
      name: 'Telecom_Fraud_Texts_5 (ChangMianRen at 9526a1e)',
      licence: 'contradictory: a GPL-3.0 file and “research only, no commercial use”',
    },
  };
};
