import type { CodeLanguageName } from '../../surface/code/code-languages.ts';
import type { Grade, Verdict } from '../grade.ts';

/** Two versions of a file of the language, and what is found: `breaks changed A.f`. */
export interface CodeExample {
  language: CodeLanguageName;
  before: string;
  after: string;
  finds: string;
}

export interface CodeRule {
  grade: Grade;
  /** `$1` and `$2` stand for names and types. */
  reason: string;
  example: CodeExample;
}

const rule = (
  grade: Grade,
  reason: string,
  language: CodeLanguageName,
  before: string,
  after: string,
  finds: string,
): CodeRule => ({ grade, reason, example: { language, before, after, finds } });

/** Why a change of a declaration breaks callers, with an example each; code-rules.test.ts checks every one. */
export const codeRules = {
  removed: rule(
    'breaks',
    'it is not public any more',
    'java',
    'public class A { public void f() {} }',
    'public class A {}',
    'breaks removed A.f',
  ),
  perhapsRemoved: rule(
    'may break',
    'it is not declared here any more',
    'java',
    'public class A { public void f() {} }',
    'public class A extends Unread {}',
    'may break removed A.f',
  ),
  otherKind: rule(
    'breaks',
    'the $1 became a $2',
    'php',
    '<?php class A {}',
    '<?php interface A {}',
    'breaks changed A',
  ),
  otherTypeParameters: rule(
    'breaks',
    'it has another number of type parameters',
    'c-sharp',
    'public class A<T> {}',
    'public class A<T, U> {}',
    'breaks changed A',
  ),
  otherBounds: rule(
    'may break',
    'its type parameters are bound differently',
    'rust',
    'pub fn f<T>(a: T) {}',
    'pub fn f<T: Copy>(a: T) {}',
    'may break changed f',
  ),
  parameterGone: rule(
    'breaks',
    'the parameter $1 is gone',
    'rust',
    'pub fn f(a: u8) {}',
    'pub fn f() {}',
    'breaks changed f',
  ),
  ignoredArgument: rule(
    'may break',
    'the parameter $1 is gone',
    'php',
    '<?php function f($a) {}',
    '<?php function f() {}',
    'may break changed f',
  ),
  parameterRequired: rule(
    'breaks',
    'the parameter $1 is required now',
    'c-sharp',
    'public class A { public void F(int a = 1) {} }',
    'public class A { public void F(int a) {} }',
    'breaks changed A.F',
  ),
  newParameterRequired: rule(
    'breaks',
    'the new parameter $1 is required',
    'ruby',
    'class A; def f(a); end; end',
    'class A; def f(a, key:); end; end',
    'breaks changed A#f',
  ),
  parameterRenamed: rule(
    'may break',
    'the parameter $1 is called $2 now, which matters to callers that pass it by name',
    'php',
    '<?php function f($a) {}',
    '<?php function f($b) {}',
    'may break changed f',
  ),
  parameterType: rule(
    'breaks',
    'the parameter $1 takes $3 instead of $2',
    'java',
    'public class A { public void f(String a) {} }',
    'public class A { public void f(int a) {} }',
    'breaks changed A.f',
  ),
  parameterTypeOfSameFamily: rule(
    'may break',
    'the parameter $1 takes $3 instead of $2',
    'java',
    'public class A { public void f(ArrayList a) {} }',
    'public class A { public void f(List a) {} }',
    'may break changed A.f',
  ),
  resultType: rule(
    'breaks',
    'it returns $2 instead of $1',
    'rust',
    'pub fn f() -> u8 { 1 }',
    'pub fn f() -> Option<u8> { None }',
    'breaks changed f',
  ),
  resultTypeOfSameFamily: rule(
    'may break',
    'it returns $2 instead of $1',
    'php',
    '<?php function f(): int {}',
    '<?php function f(): ?int {}',
    'may break changed f',
  ),
  valueType: rule(
    'breaks',
    'the type $1 became $2',
    'rust',
    'pub struct A { pub a: u8 }',
    'pub struct A { pub a: u16 }',
    'breaks changed A::a',
  ),
  valueTypeOfSameFamily: rule(
    'may break',
    'the type $1 became $2',
    'c-sharp',
    'public class A { public List<int> P { get; } }',
    'public class A { public IList<int> P { get; } }',
    'may break changed A.P',
  ),
  becameFinal: rule(
    'breaks',
    'it cannot be extended any more',
    'java',
    'public class A {}',
    'public final class A {}',
    'breaks changed A',
  ),
  becameAbstract: rule(
    'breaks',
    'it is abstract now',
    'php',
    '<?php class A {}',
    '<?php abstract class A {}',
    'breaks changed A',
  ),
  becameProtected: rule(
    'breaks',
    'only subclasses reach it now',
    'java',
    'public class A { public void f() {} }',
    'public class A { protected void f() {} }',
    'breaks changed A.f',
  ),
  becameStatic: rule(
    'breaks',
    'it is static on one side only',
    'c-sharp',
    'public class A { public void F() {} }',
    'public class A { public static void F() {} }',
    'breaks changed A.F',
  ),
  becameReadOnly: rule(
    'breaks',
    'it cannot be assigned any more',
    'c-sharp',
    'public class A { public int P { get; set; } }',
    'public class A { public int P { get; } }',
    'breaks changed A.P',
  ),
  becameUnsafe: rule(
    'breaks',
    'it is unsafe now',
    'rust',
    'pub fn f() {}',
    'pub unsafe fn f() {}',
    'breaks changed f',
  ),
  lostConst: rule(
    'breaks',
    'constants cannot call it any more',
    'rust',
    'pub const fn f() {}',
    'pub fn f() {}',
    'breaks changed f',
  ),
  otherWaiting: rule(
    'breaks',
    'it is async on one side only',
    'rust',
    'pub fn f() {}',
    'pub async fn f() {}',
    'breaks changed f',
  ),
  lostOverride: rule(
    'may break',
    'subclasses cannot override it any more',
    'c-sharp',
    'public class A { public virtual void F() {} }',
    'public class A { public void F() {} }',
    'may break changed A.F',
  ),
  throwsMore: rule(
    'may break',
    'it throws $1, which callers may have to catch',
    'java',
    'public class A { public void f() {} }',
    'public class A { public void f() throws IOException {} }',
    'may break changed A.f',
  ),
  notBuiltByLiteral: rule(
    'breaks',
    'it cannot be built by naming its fields any more',
    'rust',
    'pub struct A { pub a: u8 }',
    'pub struct A { pub a: u8, b: u8 }',
    'breaks changed A',
  ),
  newField: rule(
    'breaks',
    'the new field $1 is needed to build it',
    'rust',
    'pub struct A { pub a: u8 }',
    'pub struct A { pub a: u8, pub b: u8 }',
    'breaks added A::b',
  ),
  newCase: rule(
    'breaks',
    'a match over all variants lacks $1',
    'rust',
    'pub enum A { B }',
    'pub enum A { B, C }',
    'breaks added A::C',
  ),
  newCaseWithDefault: rule(
    'may break',
    'clients that know all values lack $1',
    'graphql',
    'enum A { B }',
    'enum A { B C }',
    'may break added A.C',
  ),
  becameNonExhaustive: rule(
    'breaks',
    'a match needs an arm for unknown variants now',
    'rust',
    'pub enum A { B }',
    '#[non_exhaustive] pub enum A { B }',
    'breaks changed A',
  ),
  newHook: rule(
    'may break',
    'implementations need $1',
    'c-sharp',
    'public interface A {}',
    'public interface A { void F(); }',
    'may break added A.F',
  ),
  lostDerive: rule(
    'breaks',
    'it does not implement $1 any more',
    'rust',
    '#[derive(Clone)] pub struct A;',
    'pub struct A;',
    'breaks changed A',
  ),
  lostBase: rule(
    'may break',
    'it is no $1 any more',
    'php',
    '<?php class A extends B {}',
    '<?php class A {}',
    'may break changed A',
  ),
  inputRequired: rule(
    'breaks',
    '$1 is required now',
    'graphql',
    'input A { b: Int }',
    'input A { b: Int! }',
    'breaks changed A.b',
  ),
  newInputRequired: rule(
    'breaks',
    'the new field $1 is required',
    'graphql',
    'input A { b: Int }',
    'input A { b: Int c: Int! }',
    'breaks added A.c',
  ),
  otherNumber: rule(
    'breaks',
    'its number is another, so that messages of the old version are misread',
    'proto',
    'message A { string b = 1; }',
    'message A { string b = 2; }',
    'breaks changed A.b',
  ),
  otherLabel: rule(
    'breaks',
    'it is $1 on one side only',
    'proto',
    'message A { string b = 1; }',
    'message A { repeated string b = 1; }',
    'breaks changed A.b',
  ),
} satisfies Record<string, CodeRule>;

export type CodeRuleName = keyof typeof codeRules;

/** The verdict of a rule about the names and types given. */
export const verdictOf = (name: CodeRuleName, ...of: (string | undefined)[]): Verdict => ({
  grade: codeRules[name].grade,
  reason: codeRules[name].reason.replace(/\$(\d)/g, (_, at) => shorten(of[Number(at) - 1] ?? '')),
});

const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
