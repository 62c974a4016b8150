export { createClient, DocketError } from '../../sdk/index.ts';
