export { createClient, DocketError, decodeSync } from '../../sdk/index.ts';
