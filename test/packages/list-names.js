// Prints what this Node has: properties of global constructors and objects, and exports of its modules.
import { builtinModules } from 'node:module';

const globals = Object.getOwnPropertyNames(globalThis);
const statics = [];
const methods = [];
for (const name of globals) {
  const value = globalThis[name];
  if (value === null || !['function', 'object'].includes(typeof value) || value === globalThis) continue;
  for (const key of Object.getOwnPropertyNames(value)) statics.push(`${name}.${key}`);
  if (typeof value === 'function' && value.prototype)
    methods.push(...Object.getOwnPropertyNames(value.prototype));
}
const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
const modules = {};
for (const name of builtinModules.filter((module) => !module.startsWith('_') && !module.startsWith('node:')))
  modules[name] = Object.keys(await import(`node:${name}`).catch(() => ({})));
console.log(
  JSON.stringify({ globals, statics, methods, iterator: Object.getOwnPropertyNames(iterator), modules }),
);
