import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { buildApp } from '../../src/composition/app.ts';
import { newContext } from '../../src/composition/context.ts';
import { readConfig } from '../../src/config/index.ts';
import { apiInfo } from '../../src/instance/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openPrepared } from '../../src/platform/db/index.ts';
import { buildOpenApi } from '../../src/platform/http/index.ts';
import type { OpenApi } from './openapi.ts';

/** Builds the OpenAPI document of the app that `serve` starts. Its database is empty: migrating takes as long as the rest. */
export async function buildDocument(): Promise<OpenApi> {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-generate-'));
  const config = readConfig({ DATA_DIR: folder });
  const db = await openPrepared(config.database);
  const context = newContext({ config, clock: systemClock, logger: pino({ level: 'silent' }), db });
  try {
    const app = buildApp(context);
    // Routes with their own body parsers are added by `ready`.
    await app.ready();
    const document = buildOpenApi(app.documentedRoutes, apiInfo, app.documentedWebhooks) as OpenApi;
    await app.close();
    return document;
  } finally {
    await context.close();
    rmSync(folder, { recursive: true });
  }
}
