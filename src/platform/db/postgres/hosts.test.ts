import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostNames, urlsOfHosts } from './hosts.ts';

test('an address with several hosts is one address for each', () => {
  assert.deepEqual(urlsOfHosts('postgres://ada:p%40ss,word@db1:5432,[::1]:5433,db3/docket?sslmode=require'), [
    'postgres://ada:p%40ss,word@db1:5432/docket?sslmode=require',
    'postgres://ada:p%40ss,word@[::1]:5433/docket?sslmode=require',
    'postgres://ada:p%40ss,word@db3/docket?sslmode=require',
  ]);
  assert.deepEqual(urlsOfHosts('postgresql://db1/docket'), ['postgresql://db1/docket']);
});

test('messages name the hosts and not the password', () => {
  assert.equal(hostNames('postgres://ada:secret@db1:5432,db2:5433/docket'), 'db1:5432, db2:5433');
});
