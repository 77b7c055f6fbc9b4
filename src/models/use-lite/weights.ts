import { QuadratError } from '../../core/errors.ts';
import { PANEL } from './kernel.ts';
import {
  type DensePlace,
  EMBEDDING_WIDTH,
  FEED_WIDTH,
  HEADS,
  type LayerPlaces,
  type Layout,
  type NormPlace,
  STATE_WIDTH,
  VOCABULARY_ROWS,
} from './layout.ts';
import type { Tensor } from './package-files.ts';
import { MAX_TOKENS } from './tokenizer.ts';

/** Finds a tensor by the end of its name and checks its shape. */
type Find = (ending: string, shape: readonly number[]) => Float32Array;

function finder(tensors: readonly Tensor[]): Find {
  return (ending, shape) => {
    const found = tensors.filter((tensor) => tensor.name.endsWith(ending));
    const tensor = found[0];
    if (tensor === undefined || found.length > 1 || tensor.shape.join() !== shape.join()) {
      throw new QuadratError(
        'invalid-format',
        `the weights hold no single tensor ${ending} of shape ${shape.join(' × ')}`,
        { data: { found: found.map(({ name, shape: size }) => ({ name, shape: size })) } },
      );
    }
    return tensor.values;
  };
}

/**
 * Puts the weights where the layout wants them: matrices packed in panels, the embedding doubled, the scale of the
 * queries in their weights, the timing as a table.
 *
 * @throws QuadratError `invalid-format` if a tensor is missing or of another shape
 */
export function placeWeights(tensors: readonly Tensor[], memory: Float32Array, layout: Layout): void {
  const find = finder(tensors);
  const put = (values: Float32Array, place: number): void => memory.set(values, place);

  /** `scale` multiplies the first `scaled` columns. */
  const dense = (
    place: DensePlace,
    kernel: Float32Array,
    bias: Float32Array,
    scale = 1,
    scaled = 0,
  ): void => {
    const { depth, columns } = place;
    let next = place.matrix;
    for (let panel = 0; panel < columns; panel += PANEL) {
      const factor = panel < scaled ? scale : 1;
      for (let row = 0; row < depth; row += 1) {
        const from = row * columns + panel;
        for (let i = 0; i < PANEL; i += 1) memory[next + i] = factor * (kernel[from + i] ?? 0);
        next += PANEL;
      }
    }
    put(bias, place.bias);
    for (let i = 0; i < scaled; i += 1) memory[place.bias + i] = scale * (bias[i] ?? 0);
  };
  const norm = (place: NormPlace, prefix: string, width: number): void => {
    put(find(`${prefix}/layer_norm/layer_norm_scale/ConcatPartitions/concat`, [width]), place.scale);
    put(find(`${prefix}/layer_norm/layer_norm_bias/ConcatPartitions/concat`, [width]), place.bias);
  };
  const layer = (places: LayerPlaces, index: number): void => {
    const { width } = places;
    const name = `Layer_${index}/TransformerLayer`;
    const bias = (part: string, size: number): Float32Array =>
      find(`${name}/${part}/bias/ConcatPartitions/concat`, [size]);
    const attention = (part: string, columns: number): Float32Array =>
      find(`${name}/MultiheadAttention/${part}/kernel/part_0`, [1, 1, width, columns]);
    const feed = (part: string, shape: readonly number[]): Float32Array =>
      find(`${name}/FFN/${part}/Tensordot/Reshape_1`, shape);

    norm(places.norm, `${name}/layer_prepostprocess`, width);
    dense(
      places.transform,
      attention('qkv_transform_single', 3 * width),
      bias('MultiheadAttention/qkv_transform_single', 3 * width),
      1 / Math.sqrt(width / HEADS),
      width,
    );
    dense(
      places.output,
      attention('output_transform_single', STATE_WIDTH),
      bias('MultiheadAttention/output_transform_single', STATE_WIDTH),
    );
    norm(places.feedNorm, `${name}/FFN/layer_prepostprocess`, STATE_WIDTH);
    dense(places.expand, feed('conv1', [STATE_WIDTH, FEED_WIDTH]), bias('FFN/conv1', FEED_WIDTH));
    dense(places.contract, feed('conv2', [FEED_WIDTH, STATE_WIDTH]), bias('FFN/conv2', STATE_WIDTH));
  };

  find('Embeddings_en', [VOCABULARY_ROWS, EMBEDDING_WIDTH]).forEach((value, index) => {
    memory[layout.embedding + index] = 2 * value;
  });
  const speeds = find('TimingSignal/ExpandDims_1', [1, EMBEDDING_WIDTH / 2]);
  for (let position = 0; position < MAX_TOKENS; position += 1) {
    const row = layout.timing + position * EMBEDDING_WIDTH;
    speeds.forEach((speed, index) => {
      const angle = Math.fround(position * speed);
      memory[row + index] = Math.sin(angle);
      memory[row + speeds.length + index] = Math.cos(angle);
    });
  }
  dense(
    layout.widen,
    find('TransformerLayer/dense/kernel/ConcatPartitions/concat', [EMBEDDING_WIDTH, STATE_WIDTH]),
    find('TransformerLayer/dense/bias/ConcatPartitions/concat', [STATE_WIDTH]),
  );
  layout.layers.forEach(layer);
  dense(
    layout.pool,
    find('tanh_layer_0/weights', [STATE_WIDTH, STATE_WIDTH]),
    find('tanh_layer_0/bias', [STATE_WIDTH]),
  );
}
