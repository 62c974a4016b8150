import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { publishBuild } from '../../scripts/build-web/publish-build.ts';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { chooseLanguage } from './appearance.ts';
import { type BuildManifest, readManifest } from './build-manifest.ts';
import { describeViolations } from './csp-report.ts';
import { WebApp } from './web-app.ts';
import { WebBuild } from './web-build.ts';

const script = `export const words = ${JSON.stringify('tickets '.repeat(300))};`;
const page = '<!doctype html>\n<html lang="en">\n<head><title>Docket</title></head><body></body></html>';
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

onEveryEngine('the web app', (engine) => {
  let world: World;
  let root: string;
  let ada: Person;
  const warnings: unknown[] = [];

  before(async () => {
    root = mkdtempSync(path.join(tmpdir(), 'docket-site-'));
    const files = {
      'assets/main-1a2b3c4d.js': script,
      'assets/font-1a2b3c4d.woff2': 'wOF2',
      'icon.svg': '<svg/>',
      'service-worker.js': '// keeps the build',
      'help-files/pages.json': '{"docs/guide/README.md":"# Using Docket"}',
      'help-files/images/board-light.png': 'PNG',
    };
    const output = Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) }));
    const preloads = [{ path: '^/p/[^/]+/list$', link: '</assets/list-1a2b3c4d.js>; rel=modulepreload' }];
    await publishBuild(root, { stamp: 'ab'.repeat(32), page, files: output, preloads });
    const silent = () => {};
    const logger = { debug: silent, info: silent, warn: silent, error: silent };
    const webApp = new WebApp({ root, searchPath: '', logger });
    world = await openWorld(engine, { RATE_LIMIT: 'off' }, { webApp });
    Object.assign(world.context.logger, { warn: (fields: unknown) => warnings.push(fields) });
    ada = await world.person('Ada');
  });
  after(async () => {
    await world.close();
    rmSync(root, { recursive: true });
  });

  const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers });

  test('assets are sent in the best encoding that the client accepts, and may be kept for a year', async () => {
    const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };
    const cases = {
      'gzip, deflate, br, zstd': 'br',
      'gzip, br;q=0.5': 'gzip',
      'gzip;q=0, br;q=0': 'identity',
      '': 'identity',
    } as const;
    for (const [accepted, encoding] of Object.entries(cases)) {
      const { headers, rawPayload } = await get('/assets/main-1a2b3c4d.js', { 'accept-encoding': accepted });
      assert.equal(headers['content-encoding'] ?? 'identity', encoding, accepted);
      assert.equal(decode[encoding](rawPayload).toString(), script);
      assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(headers.vary, 'accept-encoding');
      assert.equal(headers['x-content-type-options'], 'nosniff');
    }
    const font = await get('/assets/font-1a2b3c4d.woff2', { 'accept-encoding': 'br' });
    assert.deepEqual(
      [font.headers['content-type'], font.headers['content-encoding']],
      ['font/woff2', undefined],
    );
  });

  test('who is signed in is told what else the screen needs together with the page', async () => {
    const linkOf = async (url: string, headers: Record<string, string> = {}) =>
      (await get(url, { accept: 'text/html', ...headers })).headers.link;
    const signedIn = { cookie: ada.cookie };
    assert.equal(
      await linkOf('/p/WEB/list?status=todo', signedIn),
      '</assets/list-1a2b3c4d.js>; rel=modulepreload',
    );
    assert.equal(await linkOf('/p/WEB/settings', signedIn), undefined);
    assert.equal(await linkOf('/p/WEB/list'), undefined);
  });

  test('the service worker learns which files belong to the build', async () => {
    const { body } = await get('/build-files.json');
    assert.deepEqual(JSON.parse(body), {
      build: 'abababababab',
      files: ['/assets/main-1a2b3c4d.js', '/assets/font-1a2b3c4d.woff2', '/icon.svg'],
    });
    const { headers } = await get('/service-worker.js');
    assert.equal(headers['cache-control'], 'public, no-cache');
    assert.match(String(headers['content-security-policy']), /connect-src 'self'/);
  });

  test('WEB_OFFLINE=off sends browsers a service worker that removes itself', async (t) => {
    Object.assign(world.context.config, { WEB_OFFLINE: 'off' });
    t.after(() => Object.assign(world.context.config, { WEB_OFFLINE: 'on' }));
    const { headers, body } = await get('/service-worker.js');
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(headers['cache-control'], 'public, no-cache');
    assert.match(body, /registration\.unregister\(\)/);
  });

  test('the pages of the help need a session, or PUBLIC_HELP', async (t) => {
    const expired = { cookie: ada.cookie.replace(/.{4}$/, 'none') };
    for (const url of ['/help-files/pages.json', '/help-files/images/board-light.png']) {
      assert.equal((await get(url, { cookie: ada.cookie })).statusCode, 200);
      for (const headers of [{}, html, expired]) {
        const { statusCode, body } = await get(url, headers);
        assert.deepEqual([statusCode, JSON.parse(body).error.code], [401, 'UNAUTHORIZED'], url);
      }
    }
    Object.assign(world.context.config, { PUBLIC_HELP: 'on' });
    t.after(() => Object.assign(world.context.config, { PUBLIC_HELP: 'off' }));
    const { statusCode, headers, body } = await get('/help-files/pages.json');
    assert.deepEqual([statusCode, headers['content-type']], [200, 'application/json; charset=utf-8']);
    assert.match(body, /Using Docket/);
    assert.equal((await get('/help-files/images/board-light.png')).headers['content-type'], 'image/png');
  });

  test('no path of the help leads to another file', async (t) => {
    Object.assign(world.context.config, { PUBLIC_HELP: 'on' });
    t.after(() => Object.assign(world.context.config, { PUBLIC_HELP: 'off' }));
    const published = (await get('/build.json')).body;
    for (const path of [
      '../build.json',
      'images/../../build.json',
      'images/..%2f..%2fbuild.json',
      '%2e%2e/build.json',
      'images/%252e%252e/build.json',
      '..%5cbuild.json',
      'images/board-light.png/../../../build.json',
      '',
      'images/',
    ]) {
      const { statusCode, body } = await get(`/help-files/${path}`, { accept: 'application/json' });
      // Clients resolve `..` before they ask, and /build.json is public.
      if (body !== published) assert.equal(statusCode, 404, path);
    }
  });

  test('files without a hash in their name are checked each time', async () => {
    const { headers } = await get('/icon.svg');
    assert.deepEqual(
      [headers['content-type'], headers['cache-control']],
      ['image/svg+xml', 'public, no-cache'],
    );
    const again = await get('/icon.svg', { 'if-none-match': String(headers.etag) });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
  });

  test('HEAD has the headers of GET and no body', async () => {
    for (const url of ['/', '/assets/main-1a2b3c4d.js', '/tickets/ABC-1']) {
      const full = await get(url, html);
      const { statusCode, headers, body } = await world.app.inject({ method: 'HEAD', url, headers: html });
      assert.deepEqual([statusCode, body], [200, '']);
      for (const name of ['content-length', 'etag', 'content-type', 'cache-control'])
        assert.equal(headers[name], full.headers[name], `${url} ${name}`);
    }
  });

  test('every address of the app answers the page, and the API answers as without the app', async () => {
    for (const url of [
      '/',
      '/tickets/ABC-1',
      '/projects/ABC?view=board',
      '/sign-up?invitation=x',
      '/a/b.c/',
    ]) {
      const { statusCode, headers, body } = await get(url, html);
      assert.deepEqual([statusCode, headers['content-type']], [200, 'text/html; charset=utf-8'], url);
      assert.match(body, /<title>Docket<\/title>/);
    }
    const unknown = [
      '/api/nothing',
      '/api',
      '/v1/nothing',
      '/mcp/nothing',
      '/webhooks',
      '/reference/nothing',
    ];
    for (const url of [...unknown, '/assets/gone.js', '/.well-known/x', '/metrics']) {
      const { statusCode, body } = await get(url, html);
      assert.deepEqual([statusCode, JSON.parse(body).error.code], [404, 'NOT_FOUND'], url);
    }
    assert.equal((await get('/tickets/ABC-1', { accept: '*/*' })).statusCode, 404);
    assert.equal((await get('/tickets/ABC-1')).statusCode, 404);
    assert.equal(
      (await world.app.inject({ method: 'POST', url: '/tickets', headers: html })).statusCode,
      404,
    );
    assert.equal((await get('/api/auth/sign-in/email', html)).statusCode, 405);
    assert.equal((await get('/api/tickets', html)).statusCode, 401);
    assert.equal((await get('/openapi.json', html)).statusCode, 200);
  });

  test('no path leads to a file that is not of the build', async () => {
    const paths = [
      '/..%2fpackage.json',

      '/assets//main-1a2b3c4d.js',
    ];
    for (const url of [
      ...paths,
      '/assets/main-1a2b3c4d.js.br',
      '/assets/',
      '/assets',
      '/assets/main-1a2b3c4d.js%00',
    ]) {
      const { statusCode, body } = await get(url);
      assert.ok(statusCode === 404 || statusCode === 400, `${url} ${statusCode}`);
      assert.ok(!body.includes('stamp'));
    }
    const build = new WebBuild(root, (await readManifest(root)) as BuildManifest);
    for (const address of [
      '/../package.json',
      '/assets/../build.json',
      'assets/main-1a2b3c4d.js',
      '//icon.svg',
      '/',
    ])
      assert.equal(build.findFile(address), undefined);
    assert.deepEqual((await get('/build.json')).json(), { build: 'abababababab' });
    assert.ok(readFileSync(path.join(root, 'web/dist/build.json'), 'utf8').includes('stamp'));
  });

  test('the page has a strict policy and is checked each time', async () => {
    const { headers, body } = await get('/', html);
    const policy = String(headers['content-security-policy']).split('; ');
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types docket',
      "worker-src 'self'",
      'report-uri /csp-reports',
    ])
      assert.ok(policy.includes(part), part);
    assert.doesNotMatch(policy.join(), /unsafe|\*|https?:/);
    assert.equal(headers['referrer-policy'], 'same-origin');
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.match(String(headers['permissions-policy']), /camera=\(\)/);
    assert.equal(headers['cache-control'], 'private, no-cache');
    assert.match(body, /<meta name="docket-build" content="abababababab" \/>/);
    const again = await get('/tickets/ABC-1', { ...html, 'if-none-match': String(headers.etag) });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
  });

  test('the page has theme and language of the session, else the language of the browser', async () => {
    const opening = async (headers: Record<string, string>) => {
      const answer = await get('/', { ...html, ...headers });
      return [/<html[^>]*>/.exec(answer.body)?.[0], answer.headers.etag];
    };
    const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' };
    const [stranger, etag] = await opening(german);
    assert.equal(stranger, '<html lang="de" class="system" data-session="none">');
    const { cookie } = ada;
    assert.equal(
      (await opening({ ...german, cookie }))[0],
      '<html lang="en" class="system" data-session="open">',
    );
    await ada.put('/api/user/preferences', { theme: 'dark', language: 'de' });
    const [own, ownEtag] = await opening({ cookie });
    assert.equal(own, '<html lang="de" class="dark" data-session="open">');
    assert.notEqual(ownEtag, etag);
    assert.equal(
      (await opening({ cookie: `${cookie}x` }))[0],
      '<html lang="en" class="system" data-session="none">',
    );
    const { headers, rawPayload } = await get('/', { ...html, cookie, 'accept-encoding': 'br' });
    assert.equal(headers.vary, 'accept-encoding, accept-language, cookie');
    const page = brotliDecompressSync(rawPayload).toString();
    assert.match(page, /class="dark"/);
    assert.match(page, /<link rel="preload" href="\/api\/boot" as="fetch"/, 'asked for beside the script');
    assert.doesNotMatch((await get('/', html)).body, /api\/boot/, 'which a stranger would be refused');
    world.clock.advance(400 * 24 * 3_600_000);
    assert.equal(
      (await opening({ cookie }))[0],
      '<html lang="en" class="system" data-session="none">',
      'the session has expired',
    );
  });

  test('reports of blocked content are logged, shortened, and at most twenty a minute', async () => {
    const send = (payload: object, type: string) =>
      world.app.inject({
        method: 'POST',
        url: '/csp-reports',
        headers: { 'content-type': type },
        payload: JSON.stringify(payload),
      });
    const report = {
      'csp-report': {
        'violated-directive': 'img-src',
        'blocked-uri': `https://a.example/${'x'.repeat(500)}`,
        'document-uri': 'http://docket/sign-up?invitation=secret',
      },
    };
    const { statusCode } = await send(report, 'application/csp-report');
    assert.equal(statusCode, 204);
    const { violation } = warnings[0] as { violation: Record<string, string> };
    assert.deepEqual([violation.directive, violation.page], ['img-src', 'http://docket/sign-up']);
    assert.equal(violation.blocked?.length, 200);
    for (let sent = 0; sent < 30; sent++) await send(report, 'application/csp-report');
    assert.equal(warnings.length, 20);
    world.clock.advance(61_000);
    await send(
      [{ type: 'csp-violation', body: { effectiveDirective: 'script-src' } }],
      'application/reports+json',
    );
    assert.equal(warnings.length, 21);
    for (const nonsense of [{}, [], [null], { 'csp-report': 'x' }])
      await send(nonsense, 'application/csp-report');
    assert.equal(warnings.length, 21);
  });
});

test('the language is the best of Accept-Language that the app has', () => {
  const cases: Record<string, string> = {
    '': 'en',
    de: 'de',
    'de-CH, en;q=0.9': 'de',
    'fr, de;q=0.3, en;q=0.5': 'en',
    'fr-FR': 'en',
    'DE;q=0': 'en',
    ';;q=x,,de': 'de',
  };
  for (const [header, language] of Object.entries(cases))
    assert.equal(chooseLanguage(header), language, header);
});

test('a report with an unexpected shape describes nothing', () => {
  for (const body of [undefined, null, 'x', 7, [7], { 'csp-report': { 'violated-directive': {} } }])
    assert.deepEqual(describeViolations(body), []);
});
