import type * as t from '@babel/types';
import type { Declaration } from '../declaration.ts';
import { descend } from '../nesting.ts';
import { type Declarer, unwrap } from './declare.ts';
import { type ExportTarget, type ScriptModule, wholeModule } from './script-module.ts';

/** Reads `require`, `module.exports`, and members that are assigned at the top level (`app.use = function …`). */
export function readCommonJs(body: readonly t.Node[], module: ScriptModule, declarer: Declarer): void {
  for (const node of body) {
    if (node.type === 'VariableDeclaration')
      for (const declarator of node.declarations) readDeclarator(declarator, module, declarer);
    else if (node.type === 'ExpressionStatement') readExpression(node.expression, module, declarer);
    // `if (typeof module !== 'undefined') module.exports = …`
    else if (node.type === 'IfStatement' && /\b(?:module|exports)\b/.test(declarer.slice(node.test)))
      for (const branch of [node.consequent, node.alternate])
        if (branch) {
          const inner = branch.type === 'BlockStatement' ? branch.body : [branch];
          descend(() => readCommonJs(inner, module, declarer));
        }
  }
}

function readDeclarator({ id, init }: t.VariableDeclarator, module: ScriptModule, declarer: Declarer): void {
  const value = init && unwrap(init);
  if (!value) return;
  // `const app = exports = module.exports = {}`
  if (value.type === 'AssignmentExpression') {
    readAssignment(value, module, declarer);
    const last = lastValue(value);
    if (id.type === 'Identifier') {
      module.declarations.set(
        id.name,
        declarer.declareValue(id.name, last) ?? { kind: 'value', signature: id.name, isOpen: true },
      );
      if (assignsWholeModule(value)) module.exports.set(wholeModule, { local: id.name });
    }
    return;
  }
  const required = requiredName(value);
  if (!required) return;
  if (id.type === 'Identifier') {
    module.imports.set(id.name, required);
    module.declarations.delete(id.name);
  } else if (id.type === 'ObjectPattern')
    for (const property of id.properties) {
      if (property.type !== 'ObjectProperty' || property.key.type !== 'Identifier') continue;
      if (property.value.type !== 'Identifier') continue;
      module.imports.set(property.value.name, { from: required.from, name: property.key.name });
      module.declarations.delete(property.value.name);
    }
}

/** `require('./x')` and `require('./x').y`. */
function requiredName(node: t.Node): { from: string; name: string } | undefined {
  if (node.type === 'MemberExpression' && node.property.type === 'Identifier' && !node.computed) {
    const whole = descend(() => requiredName(node.object));
    return whole && { from: whole.from, name: node.property.name };
  }
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require')
    return undefined;
  const [from] = node.arguments;
  return from?.type === 'StringLiteral' ? { from: from.value, name: wholeModule } : undefined;
}

function readExpression(node: t.Node, module: ScriptModule, declarer: Declarer): void {
  if (node.type === 'AssignmentExpression') readAssignment(node, module, declarer);
  else if (node.type === 'CallExpression') readCall(node, module, declarer);
}

function readAssignment(node: t.AssignmentExpression, module: ScriptModule, declarer: Declarer): void {
  const value = lastValue(node);
  for (let part: t.Node = node; part.type === 'AssignmentExpression'; part = unwrap(part.right))
    assign(part.left, value, module, declarer);
}

function lastValue(node: t.AssignmentExpression): t.Node {
  let value: t.Node = node;
  while (value.type === 'AssignmentExpression') value = unwrap(value.right);
  return value;
}

const isModuleExports = (node: t.Node) =>
  node.type === 'MemberExpression' &&
  node.object.type === 'Identifier' &&
  node.object.name === 'module' &&
  node.property.type === 'Identifier' &&
  node.property.name === 'exports';
const isExports = (node: t.Node) =>
  isModuleExports(node) || (node.type === 'Identifier' && node.name === 'exports');

function assignsWholeModule(node: t.AssignmentExpression): boolean {
  for (let part: t.Node = node; part.type === 'AssignmentExpression'; part = part.right)
    if (isModuleExports(part.left)) return true;
  return false;
}

function assign(left: t.Node, value: t.Node, module: ScriptModule, declarer: Declarer): void {
  if (isModuleExports(left)) {
    readWholeModule(value, module, declarer);
    return;
  }
  if (left.type !== 'MemberExpression') return;
  const name = propertyName(left);
  if (isExports(left.object)) {
    if (name === undefined) module.stars.push(unknownModule);
    else if (name !== '__esModule') module.exports.set(name, targetOf(name, value, module, declarer));
    return;
  }
  const owner = ownerOf(left.object, module);
  if (!owner) return;
  if (name === undefined) owner.isOpen = true;
  else if (name === 'prototype' && value.type === 'ObjectExpression')
    for (const [member, made] of declarer.declareValue(name, value)?.members ?? [])
      addMember(owner, member, made);
  else addMember(owner, name, declarer.declareValue(name, value));
}

/** Stands for exports whose names the source computes. */
export const unknownModule = '?';

const propertyName = ({ property, computed }: t.MemberExpression) =>
  property.type === 'StringLiteral'
    ? property.value
    : property.type === 'Identifier' && !computed
      ? property.name
      : undefined;

/** The declaration that `X` or `X.prototype` names. */
function ownerOf(node: t.Node, module: ScriptModule): Declaration | undefined {
  const isPrototype = node.type === 'MemberExpression' && propertyName(node) === 'prototype';
  const named = isPrototype ? node.object : node;
  if (named.type === 'Identifier') return module.declarations.get(named.name);
  return undefined;
}

function addMember(owner: Declaration, name: string, value: Declaration | undefined): void {
  owner.members ??= new Map();
  owner.members.set(name, value ?? { kind: 'value', signature: name, isOpen: true });
}

function readWholeModule(value: t.Node, module: ScriptModule, declarer: Declarer): void {
  if (value.type === 'ObjectExpression') {
    for (const property of value.properties) {
      if (property.type === 'SpreadElement') {
        const from = requiredName(property.argument)?.from;
        const imported =
          property.argument.type === 'Identifier' ? module.imports.get(property.argument.name) : undefined;
        module.stars.push(from ?? imported?.from ?? unknownModule);
        continue;
      }
      const key = property.key.type === 'Identifier' ? property.key.name : undefined;
      const name =
        property.key.type === 'StringLiteral' ? property.key.value : property.computed ? undefined : key;
      if (name === undefined) module.stars.push(unknownModule);
      else if (property.type === 'ObjectMethod')
        module.exports.set(name, declarer.functionOf(name, property));
      else module.exports.set(name, targetOf(name, property.value, module, declarer));
    }
    return;
  }
  if (value.type === 'CallExpression' && declarer.slice(value.callee) === 'Object.assign') {
    for (const [index, part] of value.arguments.entries())
      if (index === 0 || part.type === 'ObjectExpression')
        descend(() => readWholeModule(part, module, declarer));
      else module.stars.push(requiredName(part)?.from ?? unknownModule);
    return;
  }
  module.exports.set(wholeModule, targetOf('module.exports', value, module, declarer));
}

function targetOf(name: string, value: t.Node, module: ScriptModule, declarer: Declarer): ExportTarget {
  const node = unwrap(value);
  if (node.type === 'Identifier') return { local: node.name };
  const required = requiredName(node);
  if (required) return required;
  if (node.type === 'MemberExpression' && node.object.type === 'Identifier') {
    const imported = module.imports.get(node.object.name);
    const property = propertyName(node);
    if (imported?.name === wholeModule && property !== undefined)
      return { from: imported.from, name: property };
  }
  return declarer.declareValue(name, node) ?? { kind: 'value', signature: name, isOpen: true };
}

/** `define(X, 'name', …)` adds a member; `Object.assign(X, …)` and loops over `X[name] = …` add unknown ones. */
function readCall(node: t.CallExpression, module: ScriptModule, declarer: Declarer): void {
  const [target, key, value] = node.arguments;
  const callee = declarer.slice(node.callee);
  if (target && isExports(target)) {
    if (key?.type === 'StringLiteral') {
      if (key.value !== '__esModule')
        module.exports.set(key.value, { kind: 'value', signature: key.value, isOpen: true });
    } else if (/\b(?:assign|extend|mixin|merge)\w*$/i.test(callee)) {
      if (key?.type === 'ObjectExpression') readWholeModule(key, module, declarer);
      else module.stars.push((key && requiredName(key)?.from) ?? unknownModule);
    }
    return;
  }
  const owner = target && ownerOf(target, module);
  if (owner) {
    if (key?.type === 'StringLiteral')
      addMember(owner, key.value, value && declarer.declareValue(key.value, value));
    else owner.isOpen = true;
    return;
  }
  // A loop: `methods.forEach((method) => { app[method] = … })`.
  for (const found of declarer
    .slice(node)
    .matchAll(/\b([A-Za-z_$][\w$]*)(?:\.prototype)?\[[^\]"]+\] ?=(?!=)/g)) {
    const filled = module.declarations.get(found[1] as string);
    if (filled) filled.isOpen = true;
    else if (found[1] === 'exports') module.stars.push(unknownModule);
  }
}
