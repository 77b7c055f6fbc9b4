import { createHash } from 'node:crypto';

/** An answer in no provider's shape. */
export interface ScriptedAnswer {
  readonly text?: string;
  readonly finish?: 'stop' | 'length' | 'filtered' | 'refusal';
  readonly reasoning?: string;
  /** Alternatives of the first token, the sampled one first. */
  readonly firstToken?: readonly { readonly token: string; readonly logprob: number }[];
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** For embeddings: one a text. By default made from the text. */
  readonly vectors?: readonly (readonly number[])[];
}

/** The providers whose bodies are known here; Mistral, DeepSeek and compatible servers speak `openai`. */
export type Shape = 'openai' | 'anthropic' | 'google' | 'openai-embeddings' | 'google-embeddings';

/** Which shape a path is asked in; null: none of them. */
export function shapeOf(path: string): Shape | null {
  const [plain = ''] = path.split('?');
  if (plain.endsWith('/chat/completions')) return 'openai';
  if (plain.endsWith('/embeddings')) return 'openai-embeddings';
  if (plain.endsWith('/messages')) return 'anthropic';
  if (/:(?:generateContent)$/.test(plain)) return 'google';
  if (/:(?:embedContent|batchEmbedContents)$/.test(plain)) return 'google-embeddings';
  return null;
}

/** A body as the provider would send it. */
export function answerBody(shape: Shape, answer: ScriptedAnswer, request: unknown): unknown {
  switch (shape) {
    case 'openai':
      return openaiBody(answer, request);
    case 'anthropic':
      return anthropicBody(answer, request);
    case 'google':
      return googleBody(answer);
    case 'openai-embeddings': {
      const texts = listOf(memberOf(request, 'input'));
      const vectors = answer.vectors ?? texts.map(vectorOf);
      const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
      return { object: 'list', data, usage: { prompt_tokens: texts.length, total_tokens: texts.length } };
    }
    case 'google-embeddings':
      return googleEmbeddings(answer, request);
  }
}

/** An error body as the provider would send it. */
export function errorBody(shape: Shape | null, status: number, message: string, code: string): unknown {
  if (shape === 'anthropic') return { type: 'error', error: { type: code, message } };
  if (shape === 'google' || shape === 'google-embeddings')
    return { error: { code: status, message, status: code } };
  return { error: { message, type: code, param: null, code } };
}

function openaiBody(answer: ScriptedAnswer, request: unknown): unknown {
  const finish = { stop: 'stop', length: 'length', filtered: 'content_filter', refusal: 'stop' }[
    answer.finish ?? 'stop'
  ];
  const refused = answer.finish === 'refusal';
  const [sampled] = answer.firstToken ?? [];
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: memberOf(request, 'model') ?? 'model',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: refused ? null : (answer.text ?? ''),
          ...(refused ? { refusal: answer.text ?? 'No.' } : {}),
          ...(answer.reasoning === undefined ? {} : { reasoning_content: answer.reasoning }),
        },
        finish_reason: finish,
        ...(sampled === undefined
          ? {}
          : { logprobs: { content: [{ ...sampled, bytes: null, top_logprobs: answer.firstToken }] } }),
      },
    ],
    usage: {
      prompt_tokens: answer.inputTokens ?? 10,
      completion_tokens: answer.outputTokens ?? 2,
      total_tokens: (answer.inputTokens ?? 10) + (answer.outputTokens ?? 2),
    },
  };
}

function anthropicBody(answer: ScriptedAnswer, request: unknown): unknown {
  const reason = { stop: 'end_turn', length: 'max_tokens', filtered: 'refusal', refusal: 'refusal' };
  const thinking =
    answer.reasoning === undefined ? [] : [{ type: 'thinking', thinking: answer.reasoning, signature: 's' }];
  const text = answer.text === undefined || answer.text === '' ? [] : [{ type: 'text', text: answer.text }];
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: memberOf(request, 'model') ?? 'model',
    content: [...thinking, ...text],
    stop_reason: reason[answer.finish ?? 'stop'],
    stop_sequence: null,
    usage: { input_tokens: answer.inputTokens ?? 10, output_tokens: answer.outputTokens ?? 2 },
  };
}

function googleBody(answer: ScriptedAnswer): unknown {
  const reason = { stop: 'STOP', length: 'MAX_TOKENS', filtered: 'SAFETY', refusal: 'PROHIBITED_CONTENT' };
  const thought = answer.reasoning === undefined ? [] : [{ text: answer.reasoning, thought: true }];
  return {
    candidates: [
      {
        content: { role: 'model', parts: [...thought, { text: answer.text ?? '' }] },
        finishReason: reason[answer.finish ?? 'stop'],
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount: answer.inputTokens ?? 10,
      candidatesTokenCount: answer.outputTokens ?? 2,
      totalTokenCount: (answer.inputTokens ?? 10) + (answer.outputTokens ?? 2),
    },
    modelVersion: 'model',
  };
}

function googleEmbeddings(answer: ScriptedAnswer, request: unknown): unknown {
  const many = memberOf(request, 'requests');
  const requests = Array.isArray(many) ? many : [request];
  const vectors =
    answer.vectors ??
    requests.map((one) => vectorOf(memberOf(listOf(memberOf(memberOf(one, 'content'), 'parts'))[0], 'text')));
  const embeddings = vectors.map((values) => ({ values }));
  return Array.isArray(many) ? { embeddings } : { embedding: embeddings[0] };
}

/** Eight values that depend on the text alone. */
function vectorOf(text: unknown): number[] {
  const hash = createHash('sha256').update(String(text)).digest();
  return Array.from({ length: 8 }, (_, place) => hash.readInt16BE(place * 2) / 32768 + 1e-6);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}
