import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { apiInfo } from '../../src/instance/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/db/index.ts';
import { buildOpenApi } from '../../src/platform/http/index.ts';
import type { OpenApi } from './openapi.ts';

/** The document of the app as `serve` would assemble it, over a database that is thrown away. */
export async function buildDocument(): Promise<OpenApi> {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-generate-'));
  const config = readConfig({ DATA_DIR: folder });
  const db = await openDatabase(config.database);
  try {
    const app = buildApp({ db, clock: systemClock, config, logger: pino({ level: 'silent' }) });
    // Routes with parsers of their own are added when the app gets ready.
    await app.ready();
    const document = buildOpenApi(app.documentedRoutes, apiInfo, app.documentedWebhooks) as OpenApi;
    await app.close();
    return document;
  } finally {
    await db.close();
    rmSync(folder, { recursive: true });
  }
}
