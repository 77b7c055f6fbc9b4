import type { Answer, TextRequest } from '../core/index.ts';
import { familyOf, readAiResult, warningTexts } from './ai-result.ts';
import { type AiGenerateResult, type AiLanguageModel, callOptions } from './ai-sdk-types.ts';
import {
  type Attempt,
  type Exchanges,
  foreignFailure,
  networkFailure,
  readExchange,
  responseFailure,
  runAttempt,
} from './attempt.ts';
import { asNumber, asString, member } from './json.ts';
import { withLogprobsRefused } from './logprobs-refused.ts';
import { readResponse } from './response.ts';
import type { BodyFamily } from './response-types.ts';
import type { GenerateResult, TextModel } from './types.ts';

/** A model of the AI SDK and what is needed to call and read it. */
export interface AiTextModelSetup {
  readonly id: string;
  readonly description: string;
  readonly endpoint: string | null;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly model: AiLanguageModel;
  /** The shape of its bodies; null: told from the bodies. */
  readonly family: BodyFamily | null;
  readonly exchanges: Exchanges;
  /** Options of the specification beyond decoding, by provider name. */
  readonly providerOptions: (request: TextRequest) => Readonly<Record<string, unknown>>;
  /** A limit for models that bring their own fetch; null: ours has one. */
  readonly timeoutMs: number | null;
  readonly redact: (text: string) => string;
  /** Masks the keys that are known, and changes nothing else: a server may repeat in its answer what it was sent. */
  readonly maskKeys: (text: string) => string;
  readonly now: () => number;
  readonly close: () => Promise<void>;
}

const TEXT_ABILITY: TextModel['abilities'] = new Set(['text']);

/** Makes a text model of a model of the AI SDK. Answers are read from the raw body, wherever there is one. */
export function aiTextModel(setup: AiTextModelSetup): TextModel {
  const { id, description, endpoint, parameters, close } = setup;
  return {
    kind: 'text',
    id,
    description,
    endpoint,
    parameters,
    abilities: TEXT_ABILITY,
    close,
    generate: withLogprobsRefused((request, signal) => generateOnce(setup, request, signal)),
  };
}

async function generateOnce(
  setup: AiTextModelSetup,
  request: TextRequest,
  signal: AbortSignal,
): Promise<GenerateResult> {
  const options = setup.providerOptions(request);
  const attempt = await runAttempt(
    (own) => setup.model.doGenerate(callOptions(request, own, options)),
    signal,
    setup.exchanges,
    setup.timeoutMs,
  );
  return attempt.exchange === undefined
    ? readUnseen(attempt, setup)
    : readSeen(attempt, attempt.exchange, setup);
}

function readSeen(
  attempt: Attempt<AiGenerateResult>,
  exchange: NonNullable<Attempt<AiGenerateResult>['exchange']>,
  setup: AiTextModelSetup,
): GenerateResult {
  if (exchange.error !== null) throw networkFailure(exchange.error, exchange.url, setup.redact);
  const read = readExchange(exchange, setup.family ?? 'openai', setup.now(), attempt.value?.response?.body);
  if (read.answer === null) throw responseFailure(read, exchange.status, setup.redact);
  return {
    answer: withoutKeys(read.answer, setup),
    status: exchange.status,
    servedModel: read.servedModel,
    warnings: warningTexts(attempt.value?.warnings),
    wire: exchange,
  };
}

/** A call that did not go through our fetch: a model that the user made. */
function readUnseen(attempt: Attempt<AiGenerateResult>, setup: AiTextModelSetup): GenerateResult {
  const { value, error } = attempt;
  if (value === undefined) return stoppedByError(error, setup);
  const body = value.response?.body;
  const family = setup.family ?? familyOf(body);
  const read = family === null || body === undefined ? null : readResponse({ family, status: 200, body });
  if (read !== null && read.answer === null) throw responseFailure(read, 200, setup.redact);
  const answer: Answer = read?.answer ?? readAiResult(value);
  return {
    answer: withoutKeys(answer, setup),
    status: null,
    servedModel: read?.servedModel ?? value.response?.modelId ?? null,
    warnings: warningTexts(value.warnings),
    wire: null,
  };
}

function withoutKeys(answer: Answer, { maskKeys }: AiTextModelSetup): Answer {
  const text = maskKeys(answer.text);
  return text === answer.text ? answer : { ...answer, text };
}

/** An error may say that the item was filtered or too long: that is an answer of a kind. */
function stoppedByError(error: unknown, setup: AiTextModelSetup): GenerateResult {
  const status = asNumber(member(error, 'statusCode'));
  const bodyText = asString(member(error, 'responseBody')) ?? '';
  const read = status === null ? null : readResponse({ status, bodyText, family: setup.family ?? 'openai' });
  if (read === null || read.answer === null) throw foreignFailure(error, setup.now(), setup.redact);
  return { answer: read.answer, status, servedModel: null, warnings: [], wire: null };
}
