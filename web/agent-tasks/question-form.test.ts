import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSingleChoice, questionFields, readValues } from './question-form.ts';

const schema = {
  properties: {
    branch: { type: 'string', title: 'Branch', default: 'main', maxLength: 40 },
    risk: { type: 'string', enum: ['low', 'high'], enumNames: ['Small', 'Large'] },
    attempts: { type: 'integer', minimum: 1, maximum: 9 },
    day: { type: 'string', format: 'date' },
    mail: { type: 'string', format: 'email' },
    page: { type: 'string', format: 'uri' },
    notify: { type: 'boolean', default: true },
    region: { type: 'string', enum: ['a', 'b', 'c', 'd', 'e', 'f'] },
  },
  required: ['branch', 'notify'],
};
const typed = (values: Record<string, string>) => ({
  get: (name: string) => values[name.replace(/^values\./, '')] ?? null,
});

test('every type and format of the schema has the control of the browser for it', () => {
  assert.deepEqual(
    questionFields(schema).map(({ control }) => control),
    ['text', 'radio', 'number', 'date', 'email', 'url', 'checkbox', 'select'],
  );
});

test('a field has the name, default and limits of the schema, and the name of the property without a title', () => {
  const [branch, risk, attempts] = questionFields(schema);
  assert.equal(branch?.label, 'Branch');
  assert.equal(branch?.initial, 'main');
  assert.deepEqual(branch?.limits, { maxLength: 40 });
  assert.equal(risk?.label, 'risk');
  assert.deepEqual(risk?.choices[1], { value: 'high', label: 'Large' });
  assert.deepEqual(attempts?.limits, { min: 1, max: 9 });
  assert.equal(attempts?.isInteger, true);
});

test('a required box may stay empty, because an empty box is an answer', () => {
  const required = questionFields(schema).filter(({ isRequired }) => isRequired);
  assert.deepEqual(
    required.map(({ name }) => name),
    ['branch'],
  );
});

test('answers have the types of the schema, and optional fields that are empty are left out', () => {
  const values = readValues(
    questionFields(schema),
    typed({ branch: ' main ', risk: 'low', attempts: '3', day: '', notify: 'on' }),
  );
  assert.deepEqual(values, { branch: 'main', risk: 'low', attempts: 3, notify: true });
  assert.equal(readValues(questionFields(schema), typed({})).notify, false);
});

test('one choice alone is answered by buttons, several fields by a form', () => {
  const only = { properties: { risk: schema.properties.risk } };
  assert.equal(findSingleChoice(questionFields(only))?.name, 'risk');
  assert.equal(findSingleChoice(questionFields(schema)), undefined);
  assert.equal(findSingleChoice(questionFields({ properties: { day: schema.properties.day } })), undefined);
});
