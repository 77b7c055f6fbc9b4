export { birco } from './birco/index.ts';
