import type { Declaration, Parameter } from '../declaration.ts';
import { descend } from '../nesting.ts';
import { addDeclaration, type CodeFile } from './code-file.ts';
import { type KotlinToken, readKotlinTokens } from './kotlin-tokens.ts';

/** Where a declaration stands. */
interface Scope {
  file: CodeFile;
  prefix: string;
  /** Where functions and properties go: the names of the file, or the members of a type. */
  into: Map<string, Declaration>;
  owner: 'file' | 'class' | 'interface' | 'expect';
  /** True if an annotation of a type around it says that it may change at any time. */
  isInternal: boolean;
  /** True if the type declares a constructor, public or not. */
  hasConstructor?: boolean;
}

/** The modifiers and annotations in front of a declaration. */
interface Words {
  words: Set<string>;
  isDeprecated: boolean;
  /** True if the compiler refuses to call it: `@Deprecated(…, level = DeprecationLevel.ERROR)`. */
  isRefused: boolean;
  isInternal: boolean;
}

/** Reads the public declarations of a Kotlin file: bodies and initial values are skipped. Throws `TooDeep`. */
export function parseKotlin(text: string): CodeFile {
  const { tokens, isUnbalanced } = readKotlinTokens(text);
  const file: CodeFile = { declarations: new Map(), hasErrors: isUnbalanced };
  const reader = new KotlinReader(tokens);
  const prefix = reader.readHeader();
  reader.readDeclarations(tokens.length, {
    ...{ file, prefix, into: file.declarations, owner: 'file', isInternal: false },
  });
  return file;
}

const modifiers = new Set(
  (
    'public protected private internal abstract final open sealed override data enum annotation inner value inline ' +
    'companion fun infix operator suspend tailrec external const lateinit vararg noinline crossinline expect actual'
  ).split(' '),
);
const keywords = /^(?:fun|val|var|class|interface|object|typealias|constructor|init)$/;
/** Deeper than real types nest. Without a limit, a text of nothing but `a<` would take quadratic time. */
const anglesMax = 20;
const identifier = /^[\p{L}_][\p{L}\p{N}_]*$/u;
/** After these, an expression goes on in the next line. */
const unfinished = /^(?:[=+\-*/%<>&|?:.,!]|->|::|.=|by|in|is|as|else|return|throw|if|when|while)$/;

class KotlinReader {
  readonly #tokens: readonly KotlinToken[];
  #at = 0;

  constructor(tokens: readonly KotlinToken[]) {
    this.#tokens = tokens;
  }

  #text(ahead = 0): string {
    return this.#tokens[this.#at + ahead]?.text ?? '';
  }

  #skip(text: string): boolean {
    if (this.#text() !== text) return false;
    this.#at++;
    return true;
  }

  /** Skips the bracket that opens here, with what it contains. */
  #skipGroup(): void {
    this.#at = (this.#tokens[this.#at]?.closing ?? this.#tokens.length - 1) + 1;
  }

  /** The index behind the `>` that closes the `<` here, or undefined if this is a comparison. */
  #endOfAngles(from = this.#at): number | undefined {
    let depth = 0;
    for (let at = from; at < this.#tokens.length; at++) {
      const { text, closing, isInTypes } = this.#tokens[at] as KotlinToken;
      if (text === '>=' && depth === 1) return at;
      if (!isInTypes) return undefined;
      if (text === '<' && ++depth > anglesMax) return undefined;
      if (text === '>' && --depth === 0) return at + 1;
      if (text === '(' || text === '[') at = closing ?? at;
    }
    return undefined;
  }

  /** Skips annotations of the file and imports; returns the prefix of its names. */
  readHeader(): string {
    let prefix = '';
    for (;;) {
      if (this.#text() === '@' && this.#text(1) === 'file') {
        this.#at += 3;
        if (this.#text() === '[') this.#skipGroup();
        else this.#skipAnnotationName();
      } else if (this.#text() === 'package') {
        this.#at++;
        prefix = `${this.#readDotted()}.`;
      } else if (this.#text() === 'import') {
        this.#at++;
        this.#readDotted();
        this.#skip('*');
        if (this.#skip('as')) this.#at++;
      } else if (!this.#skip(';')) return prefix;
    }
  }

  #readDotted(): string {
    let name = '';
    for (let isFirst = true; isFirst || !this.#tokens[this.#at]?.startsLine; isFirst = false) {
      if (!identifier.test(this.#text()) && this.#text() !== '.') break;
      if (name !== '' && !name.endsWith('.') && this.#text() !== '.') break;
      name += this.#text();
      this.#at++;
    }
    return name;
  }

  #skipAnnotationName(): string {
    let name = '';
    while (identifier.test(this.#text()) || this.#text() === '.') {
      name += this.#text();
      this.#at++;
      if (this.#text() !== '.' && !name.endsWith('.')) break;
    }
    if (this.#text() === '<') this.#at = this.#endOfAngles() ?? this.#at;
    // `@Composable () -> Unit` has no arguments.
    if (this.#text() === '(' && this.#tokens[this.#at]?.isGlued) this.#skipGroup();
    return name.replace(/^.*\./, '');
  }

  #readWords(doc: string): Words {
    const found: Words = {
      words: new Set(),
      isDeprecated: false,
      isRefused: false,
      isInternal: /(?:^|\s)@suppress\b|@hide\b/.test(doc),
    };
    for (;;) {
      const text = this.#text();
      if (text === '@') this.#readAnnotation(found);
      // `context(a: A)`
      else if (text === 'context' && this.#text(1) === '(') {
        this.#at++;
        this.#skipGroup();
      } else if (modifiers.has(text) && this.#isModifier()) {
        found.words.add(text);
        this.#at++;
      } else return found;
    }
  }

  /** `value: Int` is a parameter, `value class A` a class, and `fun interface` an interface. */
  #isModifier(): boolean {
    const next = this.#text(1);
    return this.#text() === 'fun' ? next === 'interface' : next === '@' || identifier.test(next);
  }

  #readAnnotation(found: Words): void {
    this.#at++;
    if (
      /^(?:get|set|field|param|property|receiver|setparam|delegate|all)$/.test(this.#text()) &&
      this.#text(1) === ':'
    )
      this.#at += 2;
    // `@[A B]`
    if (this.#text() === '[') {
      this.#skipGroup();
      return;
    }
    const from = this.#at;
    const name = this.#skipAnnotationName();
    if (name === 'Deprecated') {
      found.isDeprecated = true;
      found.isRefused = this.#tokens
        .slice(from, this.#at)
        .some(({ text }) => /^(?:ERROR|HIDDEN)$/.test(text));
    }
    if (
      /Internal|Experimental|Unstable|Preview|^(?:PublishedApi|VisibleForTesting)$|^Obsolete\w+Api$/.test(
        name,
      )
    )
      found.isInternal = true;
  }

  /** Reads the declarations up to the token with the index `end`. */
  readDeclarations(end: number, scope: Scope): void {
    while (this.#at < end) {
      const before = this.#at;
      const found = this.#readWords(this.#tokens[this.#at]?.doc ?? '');
      const { words } = found;
      const isPublic = !words.has('private') && !words.has('internal') && !found.isRefused;
      const keyword = this.#text();
      if (!keywords.test(keyword)) {
        // The block of `init`, or text that is no declaration.
        if (this.#at > before || !/^[{;]$/.test(keyword)) scope.file.hasErrors = true;
        if (/^[([{]$/.test(keyword)) this.#skipGroup();
        else this.#at++;
        continue;
      }
      this.#at++;
      if (keyword === 'fun') this.#readFunction(found, isPublic, scope);
      else if (keyword === 'val' || keyword === 'var') this.#readProperty(keyword, found, isPublic, scope);
      else if (keyword === 'constructor') this.#readConstructor(found, isPublic, scope);
      else if (keyword === 'typealias') this.#readAlias(found, isPublic, scope);
      else if (keyword !== 'init') descend(() => this.#readType(keyword, found, isPublic, scope));
    }
    this.#at = Math.max(this.#at, end);
  }

  #notes({ isDeprecated, isInternal }: Words, scope: Scope) {
    return {
      ...(isDeprecated && { isDeprecated }),
      ...((isInternal || scope.isInternal) && { isInternal: true }),
    };
  }

  #readAlias(found: Words, isPublic: boolean, scope: Scope): void {
    const short = this.#text();
    this.#at++;
    const generics = this.#readAngles();
    if (!this.#skip('=')) return;
    const type = this.#readTypeText();
    const name = `${scope.prefix}${short}`;
    if (isPublic)
      addDeclaration(scope.file.declarations, name, {
        ...{ kind: 'type', signature: `typealias ${name}${generics} = ${type}`, type: [type], modifiers: [] },
        ...this.#notes(found, scope),
      });
  }

  /** `<T : Any>`, without `reified` and variance. */
  #readAngles(): string {
    const end = this.#text() === '<' ? this.#endOfAngles() : undefined;
    if (end === undefined) return '';
    const text = printTokens(this.#tokens.slice(this.#at, end));
    this.#at = end;
    return text.replace(/\b(?:reified|out|in) (?=\w)/g, '');
  }

  /** The name here, and the type that it extends. */
  #readName(isFunction: boolean): { name: string; receiver: string | undefined } {
    const from = this.#at;
    let last = this.#at;
    while (this.#at < this.#tokens.length) {
      const text = this.#text();
      const previous = this.#tokens[this.#at - 1]?.text ?? '';
      const isAfterName = this.#at > from && this.#at - 1 === last && identifier.test(previous);
      if (text === '(' && isFunction && isAfterName) break;
      if (text === '(') this.#skipGroup();
      else if (text === '<') this.#at = this.#endOfAngles() ?? this.#at + 1;
      else if (text === '@') {
        this.#at++;
        this.#skipAnnotationName();
      } else if (text === '.' || text === '?' || text === '&') this.#at++;
      else if (
        identifier.test(text) &&
        !(isAfterName && this.#tokens[this.#at]?.startsLine) &&
        !(isAfterName && !isFunction)
      ) {
        last = this.#at;
        this.#at++;
      } else break;
    }
    const receiver = printTokens(this.#tokens.slice(from, Math.max(from, last - 1)));
    return {
      name: this.#tokens[last]?.text ?? '',
      receiver: receiver === '' ? undefined : plainType(receiver),
    };
  }

  #readFunction(found: Words, isPublic: boolean, scope: Scope): void {
    const { words } = found;
    const generics = this.#readAngles();
    const { name, receiver } = this.#readName(true);
    if (this.#text() !== '(') {
      scope.file.hasErrors = true;
      return;
    }
    const parameters = this.#readParameters().map(({ parameter }) => parameter);
    const declared = this.#skip(':') ? this.#readTypeText() : undefined;
    this.#skipBounds();
    const hasBody = this.#text() === '{' || this.#text() === '=';
    const result = declared ?? (this.#text() === '=' ? undefined : 'Unit');
    if (this.#text() === '{') this.#skipGroup();
    else if (this.#skip('=')) this.#skipExpression();
    if (!isPublic || name === '') return;
    const own = memberWords(words);
    const isHook = words.has('abstract') || (scope.owner === 'interface' && !hasBody);
    addDeclaration(scope.into, `${scope.owner === 'file' ? scope.prefix : ''}${name}()`, {
      kind: 'function',
      signature:
        `${printWords(words)}fun ${generics === '' ? '' : `${generics} `}${receiver === undefined ? '' : `${receiver}.`}` +
        `${name}(${parameters.map(printParameter).join(', ')})${result === undefined ? '' : `: ${result}`}`,
      calls: [
        {
          parameters: [
            ...(receiver === undefined
              ? []
              : [{ name: 'this', type: [receiver], isOptional: false, isRest: false }]),
            ...parameters,
          ],
          ...(result !== undefined && { returns: [result] }),
        },
      ],
      modifiers: own,
      ...(isHook && { isHook }),
      ...this.#notes(found, scope),
    });
  }

  #readConstructor(found: Words, isPublic: boolean, scope: Scope): void {
    if (this.#text() !== '(') return;
    scope.hasConstructor = true;
    const parameters = this.#readParameters().map(({ parameter }) => parameter);
    if (this.#skip(':')) {
      this.#at++;
      if (this.#text() === '(') this.#skipGroup();
    }
    if (this.#text() === '{') this.#skipGroup();
    if (isPublic) this.#addConstructor(parameters, found, scope);
  }

  #addConstructor(parameters: Parameter[], found: Words, scope: Scope): void {
    addDeclaration(scope.into, 'constructor', {
      kind: 'function',
      signature: `${printWords(found.words)}constructor(${parameters.map(printParameter).join(', ')})`,
      calls: [{ parameters }],
      modifiers: memberWords(found.words),
      ...this.#notes(found, scope),
    });
  }

  #readProperty(keyword: string, found: Words, isPublic: boolean, scope: Scope): void {
    const { words } = found;
    this.#readAngles();
    // `val (a, b) = pair`
    if (this.#text() === '(') {
      this.#skipGroup();
      if (this.#skip('=')) this.#skipExpression();
      return;
    }
    const { name, receiver } = this.#readName(false);
    const type = this.#skip(':') ? this.#readTypeText() : undefined;
    this.#skipBounds();
    const isInitial = this.#text() === '=' || this.#text() === 'by';
    if (isInitial) {
      this.#at++;
      this.#skipExpression();
    }
    const accessors = this.#readAccessors();
    if (!isPublic || name === '') return;
    const isHook =
      words.has('abstract') || (scope.owner === 'interface' && !isInitial && !accessors.hasGetter);
    this.#addProperty(
      name,
      keyword === 'var' && !accessors.isSetterHidden,
      type,
      receiver,
      { found, isHook },
      scope,
    );
  }

  #addProperty(
    name: string,
    isAssignable: boolean,
    type: string | undefined,
    receiver: string | undefined,
    { found, isHook }: { found: Words; isHook: boolean },
    scope: Scope,
  ): void {
    // Extensions of several types may have one name.
    const full = `${receiver === undefined ? '' : `${receiver.replace(/<.*$|\?/gs, '')}.`}${name}`;
    addDeclaration(scope.into, `${scope.owner === 'file' ? scope.prefix : ''}${full}`, {
      kind: 'value',
      signature: `${printWords(found.words)}${isAssignable ? 'var' : 'val'} ${receiver === undefined ? '' : `${receiver}.`}${name}${type === undefined ? '' : `: ${type}`}`,
      ...(type !== undefined && { type: [type] }),
      modifiers: [...memberWords(found.words), ...(isAssignable ? ['set'] : [])].sort(),
      ...(isHook && { isHook }),
      ...this.#notes(found, scope),
    });
  }

  /** Reads `get() = 1` and `private set` behind a property. */
  #readAccessors(): { hasGetter: boolean; isSetterHidden: boolean } {
    const accessors = { hasGetter: false, isSetterHidden: false };
    for (;;) {
      const from = this.#at;
      this.#skip(';');
      const start = this.#at;
      const { words } = this.#readWords('');
      const hasWords = this.#at > start;
      const name = this.#text();
      if (!/^[gs]et$/.test(name) || (this.#text(1) !== '(' && !hasWords)) {
        this.#at = from;
        return accessors;
      }
      this.#at++;
      if (this.#text() === '(') {
        this.#skipGroup();
        if (this.#skip(':')) this.#readTypeText();
        if (this.#text() === '{') this.#skipGroup();
        else if (this.#skip('=')) this.#skipExpression();
        if (name === 'get') accessors.hasGetter = true;
      }
      if (name === 'set' && ['private', 'internal', 'protected'].some((word) => words.has(word)))
        accessors.isSetterHidden = true;
    }
  }

  #readType(keyword: string, found: Words, isPublic: boolean, outer: Scope): void {
    const { words } = found;
    const isCompanion = words.has('companion');
    const hasName = identifier.test(this.#text()) && !(isCompanion && this.#tokens[this.#at]?.startsLine);
    const short = hasName ? this.#text() : 'Companion';
    if (hasName) this.#at++;
    const name = `${outer.prefix}${short}`;
    const generics = this.#readAngles();
    const members = new Map<string, Declaration>();
    const kind = words.has('enum') ? 'enum' : keyword === 'interface' ? 'interface' : 'class';
    const scope: Scope = {
      file: isPublic ? outer.file : { declarations: new Map(), hasErrors: false },
      prefix: `${name}.`,
      into: members,
      owner:
        words.has('expect') || outer.owner === 'expect'
          ? 'expect'
          : kind === 'interface'
            ? 'interface'
            : 'class',
      isInternal: found.isInternal || outer.isInternal,
    };
    this.#readPrimaryConstructor(scope);
    const bases = this.#skip(':') ? this.#readBases() : [];
    this.#skipBounds();
    if (this.#text() === '{') {
      const end = this.#tokens[this.#at]?.closing ?? this.#tokens.length;
      this.#at++;
      if (kind === 'enum') this.#readEntries(end, members);
      this.readDeclarations(end, scope);
      this.#at = end + 1;
    }
    // What a type that is not public has wrong does not matter.
    if (!isPublic) return;
    if (isCompanion && members.size === 0 && bases.length === 0) return;
    const isClass = keyword === 'class' && kind === 'class' && !words.has('annotation');
    const isExpected = scope.owner === 'expect';
    if (isClass && !scope.hasConstructor && !isExpected)
      this.#addConstructor([], { ...found, words: new Set() }, scope);
    // Nobody else calls them.
    if (kind === 'enum' || words.has('sealed')) members.delete('constructor');
    const isFinal =
      kind !== 'interface' &&
      (!(words.has('open') || words.has('abstract') || words.has('sealed')) ||
        (!words.has('sealed') && isClass && !members.has('constructor') && !isExpected));
    if (isFinal)
      for (const [member, { modifiers: own = [] }] of members)
        if (own.includes('protected')) members.delete(member);
    const isBuilt = isClass && members.has('constructor');
    const own = [
      ...(isFinal && isClass ? ['final'] : []),
      ...(words.has('sealed') ? ['sealed'] : []),
      ...((words.has('abstract') && isBuilt) || (words.has('sealed') && isClass) ? ['abstract'] : []),
      ...(words.has('protected') ? ['protected'] : []),
      ...(words.has('data') && isClass ? ['data'] : []),
      ...(words.has('fun') ? ['fun'] : []),
    ];
    addDeclaration(outer.file.declarations, name, {
      kind,
      signature: `${printWords(words, typeWords)}${keyword} ${name}${generics}`,
      members,
      ...(bases.length > 0 && { bases }),
      modifiers: [...own, keyword].sort(),
      ...this.#notes(found, outer),
    });
  }

  #readPrimaryConstructor(scope: Scope): void {
    const from = this.#at;
    const found = this.#readWords('');
    const isNamed = this.#skip('constructor');
    if (this.#text() !== '(' || (this.#at > from && !isNamed)) {
      this.#at = from;
      return;
    }
    scope.hasConstructor = true;
    const { words } = found;
    const all = this.#readParameters();
    if (!words.has('private') && !words.has('internal') && !found.isRefused)
      this.#addConstructor(
        all.map(({ parameter }) => parameter),
        found,
        scope,
      );
    for (const { parameter, found: own, keyword } of all)
      if (keyword !== undefined && !own.words.has('private') && !own.words.has('internal'))
        this.#addProperty(
          parameter.name,
          keyword === 'var',
          parameter.type?.[0],
          undefined,
          { found: own, isHook: false },
          scope,
        );
  }

  #readBases(): string[] {
    const bases: string[] = [];
    do {
      while (this.#text() === '@') {
        this.#at++;
        this.#skipAnnotationName();
      }
      bases.push(this.#readTypeText().replace(/<.*$/s, ''));
      if (this.#text() === '(') this.#skipGroup();
      if (this.#skip('by')) this.#skipExpression('delegate');
    } while (this.#skip(','));
    return bases;
  }

  #readEntries(end: number, members: Map<string, Declaration>): void {
    while (this.#at < end && this.#text() !== ';') {
      const found = this.#readWords(this.#tokens[this.#at]?.doc ?? '');
      const name = this.#text();
      if (!identifier.test(name)) {
        this.#at++;
        continue;
      }
      this.#at++;
      if (this.#text() === '(') this.#skipGroup();
      if (this.#text() === '{') this.#skipGroup();
      if (!found.isRefused)
        members.set(name, {
          ...{ kind: 'value', signature: name, modifiers: ['case'] },
          ...(found.isDeprecated && { isDeprecated: true }),
          ...(found.isInternal && { isInternal: true }),
        });
      if (!this.#skip(',') && this.#text() !== ';') break;
    }
  }

  /** `where T : Any, T : B` */
  #skipBounds(): void {
    if (!this.#skip('where')) return;
    do {
      this.#at++;
      if (this.#skip(':')) this.#readTypeText();
    } while (this.#skip(','));
  }

  #readParameters(): { parameter: Parameter; found: Words; keyword: string | undefined }[] {
    const end = this.#tokens[this.#at]?.closing ?? this.#tokens.length;
    const parameters = [];
    this.#at++;
    while (this.#at < end) {
      const found = this.#readWords('');
      const keyword = /^va[lr]$/.test(this.#text()) ? this.#text() : undefined;
      if (keyword !== undefined) this.#at++;
      const name = this.#text();
      this.#at++;
      const type = this.#skip(':') ? this.#readTypeText() : undefined;
      const isOptional = this.#skip('=');
      const isRest = found.words.has('vararg');
      if (isOptional) this.#skipExpression('argument');
      parameters.push({
        parameter: {
          name,
          isOptional: isOptional || isRest,
          isRest,
          ...(type !== undefined && { type: [type] }),
        },
        found,
        keyword,
      });
      while (this.#at < end && this.#text() !== ',') this.#at++;
      this.#at++;
    }
    this.#at = end + 1;
    return parameters;
  }

  #readTypeText(): string {
    const from = this.#at;
    this.#skipType();
    return plainType(printTokens(this.#tokens.slice(from, this.#at)));
  }

  #skipType(): void {
    while (this.#text() === '@' || /^(?:suspend|in|out|context)$/.test(this.#text())) {
      const isAnnotation = this.#skip('@');
      if (isAnnotation) this.#skipAnnotationName();
      else if (this.#text() === 'context' && this.#text(1) !== '(') break;
      else {
        this.#at++;
        if (this.#text() === '(' && this.#tokens[this.#at - 1]?.text === 'context') this.#skipGroup();
      }
    }
    if (this.#text() === '(') this.#skipGroup();
    else if (identifier.test(this.#text()) || this.#text() === '*') this.#at++;
    else return;
    for (;;) {
      const isNewLine = this.#tokens[this.#at]?.startsLine === true;
      const text = this.#text();
      if (text === '<' && !isNewLine) {
        const end = this.#endOfAngles();
        if (end === undefined) return;
        this.#at = end;
      } else if ((text === '?' || text === '!') && !isNewLine) this.#at++;
      else if (text === '.') {
        this.#at++;
        if (this.#text() === '(') this.#skipGroup();
        else this.#at++;
      } else if (text === '->' || text === '&') {
        this.#at++;
        descend(() => this.#skipType());
        return;
      } else return;
    }
  }

  /** Skips an expression: up to the next comma in a list, to the body of a class that delegates, or to the next declaration. */
  #skipExpression(as: 'argument' | 'delegate' | 'body' = 'body'): void {
    const from = this.#at;
    while (this.#at < this.#tokens.length) {
      const { text, startsLine, isGlued } = this.#tokens[this.#at] as KotlinToken;
      const previous = this.#tokens[this.#at - 1]?.text ?? '';
      const isFinished = this.#at > from && !unfinished.test(previous);
      if (/^[)\]};]$/.test(text) || (text === ',' && as !== 'body')) return;
      if (text === '{' && as === 'delegate' && isFinished) return;
      if (startsLine && isFinished && as !== 'argument') {
        const behind = this.#endOfWords();
        if (behind === undefined) return;
        if (behind > this.#at) {
          this.#at = behind;
          continue;
        }
      }
      if (/^[([{]$/.test(text)) this.#skipGroup();
      else if (text === '<' && isGlued) this.#at = this.#endOfAngles() ?? this.#at + 1;
      else this.#at++;
    }
  }

  /** The index behind the modifiers and annotations here; undefined if a declaration begins with them. */
  #endOfWords(): number | undefined {
    const from = this.#at;
    this.#readWords('');
    const [end, text, next] = [this.#at, this.#text(), this.#text(1)];
    const isAccessor = /^[gs]et$/.test(text) && (end > from || next === '(');
    const isFound =
      (keywords.test(text) &&
        !(text === 'init' && next !== '{') &&
        !(text === 'constructor' && next !== '(')) ||
      isAccessor;
    this.#at = from;
    return isFound ? undefined : end;
  }
}

const typeWords = /^(?:abstract|annotation|companion|data|enum|fun|inner|open|protected|sealed|value)$/;
const memberSigns = /^(?:abstract|const|infix|open|operator|override|protected|suspend|vararg)$/;

const printWords = (words: ReadonlySet<string>, shown = memberSigns) =>
  [...words]
    .filter((word) => shown.test(word))
    .map((word) => `${word} `)
    .join('');

/** What users can do with a member: `open` ones are overridden, as `virtual` ones of C#. */
const memberWords = (words: ReadonlySet<string>) =>
  [...words]
    .filter((word) => /^(?:abstract|infix|open|operator|override|protected|suspend)$/.test(word))
    .map((word) => (word === 'open' ? 'virtual' : word))
    .sort();

const printParameter = ({ name, type, isOptional, isRest }: Parameter) =>
  `${isRest ? 'vararg ' : ''}${name}${type ? `: ${type[0]}` : ''}${isOptional && !isRest ? ' = …' : ''}`;

const printTokens = (tokens: readonly KotlinToken[]) =>
  tokens
    .map(({ text }, at) => {
      const previous = tokens[at - 1]?.text ?? '';
      const isSpaced =
        text === '->' ||
        text === '&' ||
        /^(?:->|,|:|&)$/.test(previous) ||
        (identifier.test(previous) &&
          (identifier.test(text) || (text === '(' && /^(?:suspend|in|out)$/.test(previous))));
      return `${at > 0 && isSpaced ? ' ' : ''}${text}`;
    })
    .join('');

/** Longer than real types are. */
const typeLengthMax = 1_000;

/** A type without annotations, packages and the names of parameters of functions. */
const plainType = (text: string) =>
  // The patterns take quadratic time.
  (text.length > typeLengthMax ? '' : text)
    .replace(/@[\w.]+(?:\("*\))? ?/g, '')
    .replace(/\b(?:[a-z_]\w*\.)+(?=[A-Z])/g, '')
    .replace(/(?<=[(,] ?)\w+: /g, '')
    .replace(/,(?=[)>])/g, '');
