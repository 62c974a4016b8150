import { serve } from './cli/serve.ts';
import { readConfig, readEnvironment } from './config.ts';

await serve(readConfig(readEnvironment()));
