/** How far into an answer a refusal is looked for, in UTF-16 units. */
const HEAD = 400;

const CHINESE = [
  '(?:我|本人|本助手)?(?:目前|暂时|恐怕)?(?:无法|不能|不便|不可以|没有办法|没办法)(?:对|为您?|为你|给您?|就|向您?|协助您?|帮助您?|继续|直接|提供|回答|回复|处理|分析|完成|满足|生成|讨论|参与|执行|给出)',
  '(?:無法|不能|不便)(?:回答|回覆|提供|處理|分析|完成|協助|幫助|生成|討論)',
  '作为(?:一个|一名|一款)?(?:人工智能|ai|大?语言模型|智能助手|负责任)[^。\n]{0,40}(?:不能|无法|不会|不便|不应)',
  '(?:抱歉|对不起|很遗憾)[^。\n]{0,20}(?:无法|不能|不便)(?!判断|确定|判定)',
  '(?:涉及|包含|含有)(?:违法|违规|敏感|不当)[^。\n]{0,20}(?:无法|不能|拒绝)',
  '拒绝(?:回答|提供|处理)',
];

const ENGLISH = [
  "\\bi(?: am|'m)?(?: (?:really|truly|terribly|so|very))* (?:sorry|apologi[sz]e)\\b[^.\n]{0,60}\\b(?:can(?:'t|not| not)|unable|not able|won't|must)\\b",
  "\\bi (?:can(?:'t|not| not)|could not|couldn't|won't|will not|am unable to|am not able to|'m unable to|'m not able to|must decline)(?: \\w+){0,2} (?:assist|help|fulfil+|provide|answer|comply|create|generate|satisfy|engage|respond|process|complete|extract|discuss|participate|support|do that)",
  "\\bas an? (?:[\\w-]+(?:, | and | ))*(?:ai|artificial intelligence|(?:large )?language model|assistant)\\b[^\n]{0,80}\\b(?:i must|i can(?:not|'t| not)|i(?: am|'m) (?:unable|not able|not programmed)|i do not|i don't|my (?:purpose|goal|role)|it is not)\\b",
  '\\bi must (?:inform|point out|advise|respectfully)\\b',
  '\\b(?:i|we) (?:respectfully )?(?:refuse|decline) to\\b',
  '\\bi apologi[sz]e,? but\\b',
  "\\b(?:cannot|can't|unable to|not able to) (?:fulfil+|comply with|satisfy|assist with|assist you)\\b",
  '\\bnot (?:appropriate|ethical|within my programming)\\b[^.\n]{0,40}\\b(?:to|for me|or)\\b',
];

const REFUSAL = new RegExp([...CHINESE, ...ENGLISH].join('|'), 'u');

/**
 * Whether a model declines to answer. Ask only where no answer can be read: a polite word before an answer is no
 * refusal, and "it cannot be decided" is an answer without a value.
 */
export function isRefusal(text: string): boolean {
  const head = text.slice(0, HEAD).normalize('NFKC').toLowerCase().replaceAll('’', "'");
  return REFUSAL.test(head);
}
