import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BadConfiguration } from './bad-configuration.ts';
import { readOidcProviders } from './oidc-providers.ts';

const acme = {
  DOCKET_OIDC_ACME_ISSUER: 'https://id.example.org/realms/acme',
  DOCKET_OIDC_ACME_CLIENT_ID: 'docket',
};

test('providers are read from the environment, in the order of their names', () => {
  const providers = readOidcProviders({
    PATH: '/bin',
    DOCKET_OIDC_ZED_ISSUER: 'http://127.0.0.1:9000',
    DOCKET_OIDC_ZED_CLIENT_ID: 'z',
    DOCKET_OIDC_ZED_LABEL: 'The Zed',
    DOCKET_OIDC_ZED_ALLOWED_DOMAINS: 'Example.org, corp.example',
    DOCKET_OIDC_ZED_TRUST_EMAIL: '1',
    ...acme,
    DOCKET_OIDC_ACME_CLIENT_SECRET: ' secret ',
  });
  assert.deepEqual(providers, [
    {
      id: 'acme',
      label: 'Acme',
      issuer: 'https://id.example.org/realms/acme',
      clientId: 'docket',
      clientSecret: 'secret',
      allowedDomains: undefined,
      trustsEmail: false,
    },
    {
      id: 'zed',
      label: 'The Zed',
      issuer: 'http://127.0.0.1:9000',
      clientId: 'z',
      clientSecret: undefined,
      allowedDomains: ['example.org', 'corp.example'],
      trustsEmail: true,
    },
  ]);
  assert.deepEqual(readOidcProviders({ DOCKET_OIDC_ACME_ISSUER: '' }), []);
});

test('incomplete and wrong settings are named', () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{ DOCKET_OIDC_ACME_CLIENT_ID: 'docket' }, /ACME_ISSUER is missing/],
    [{ DOCKET_OIDC_ACME_ISSUER: 'https://id.example.org' }, /ACME_CLIENT_ID is missing/],
    [{ ...acme, DOCKET_OIDC_ACME_ISSUER: 'http://id.example.org' }, /ISSUER must be an https/],
    [{ ...acme, DOCKET_OIDC_ACME_ISSUER: 'https://a:b@id.example.org' }, /ISSUER must be an https/],
    [{ ...acme, DOCKET_OIDC_ACME_ALLOWED_DOMAINS: '*' }, /ALLOWED_DOMAINS must be a list/],
    [{ ...acme, DOCKET_OIDC_ACME_TRUST_EMAIL: '1' }, /TRUST_EMAIL needs DOCKET_OIDC_ACME_ALLOWED_DOMAINS/],
    [{ ...acme, DOCKET_OIDC_ACME_TRUST_EMAIL: 'yes' }, /must be 0 or 1/],
    [{ ...acme, DOCKET_OIDC_ACME_SECRET: 'x' }, /DOCKET_OIDC_ACME_SECRET is unknown/],
    [{ DOCKET_OIDC_acme_ISSUER: 'x' }, /DOCKET_OIDC_acme_ISSUER is unknown/],
  ];
  for (const [environment, expected] of wrong)
    assert.throws(
      () => readOidcProviders(environment),
      (error) => error instanceof BadConfiguration && expected.test(error.message),
    );
});
