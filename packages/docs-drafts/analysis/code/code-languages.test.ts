import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import {
  type CodeLanguageName,
  codeLanguageNames,
  codeLanguages,
  mayClaimBreaks,
} from '../../surface/code/code-languages.ts';
import { analyze, type Files, files, verdicts } from '../../two-versions.support.ts';
import { codeVerdicts, oneSource } from './code-versions.support.ts';

type Case = [guarantee: string, before: string, after: string, expected: string[]];

const java = (members: string) => `package a; public class A { ${members} }`;
const csharp = (members: string) => `namespace N { public class A { ${members} } }`;
const php = (members: string) => `<?php namespace N; class A { ${members} }`;

const cases: Record<CodeLanguageName, Case[]> = {
  rust: [
    [
      'only what is pub, through public modules, is public',
      'pub fn a() {} pub(crate) fn b() {} fn c() {} mod m { pub fn d() {} } pub mod n { pub fn e() {} fn f() {} }',
      'pub mod n {}',
      ['breaks removed a', 'breaks removed n::e'],
    ],
    [
      'a re-export makes the items of a private module public, under its own name',
      'mod m { pub struct A { pub x: u8, y: u8 } pub struct B; pub fn c() {} } pub use m::{A, B as D};',
      'mod m { pub struct A { y: u8 } pub struct B; } pub use m::A;',
      ['breaks removed A::x', 'breaks removed D'],
    ],
    [
      'an item that moved behind a re-export with the same name is the same',
      'pub fn a() {} pub struct B; impl B { pub fn c(&self) {} }',
      'mod m { pub fn a() {} pub struct B; } mod n { use super::B; impl B { pub fn c(&self) {} } } pub use m::*;',
      [],
    ],
    [
      'methods of all impl blocks count, those of traits do not',
      'pub struct A; impl A { pub fn f(&self) {} fn g(&self) {} } impl Clone for A { fn clone(&self) -> A { A } }',
      'pub struct A; impl Clone for A { fn clone(&self) -> A { A } }',
      ['breaks removed A::f'],
    ],
    [
      'a new variant breaks only matches that the compiler wants whole',
      'pub enum A { B } #[non_exhaustive] pub enum C { D }',
      'pub enum A { B, X } #[non_exhaustive] pub enum C { D, X }',
      ['breaks added A::X'],
    ],
    [
      'a function with a default body is no demand on implementations',
      'pub trait T {} pub trait S: private::Sealed {}',
      'pub trait T { fn f(&self) {} fn g(&self); } pub trait S: private::Sealed { fn h(&self); }',
      ['may break added T::g'],
    ],
    [
      'lifetimes, paths and the names of parameters are no change',
      "pub fn f<'a>(a: &'a std::string::String) -> &'a str { a }",
      'pub fn f(b: &String) -> &str { b }',
      [],
    ],
    [
      'a receiver that asks for less is compatible',
      'pub struct A; impl A { pub fn f(&mut self) {} pub fn g(&self) {} }',
      'pub struct A; impl A { pub fn f(&self) {} pub fn g(&mut self) {} }',
      ['breaks changed A::g'],
    ],
    [
      'a more general parameter may break inference',
      'pub fn f(a: &str) {}',
      'pub fn f(a: impl AsRef<str>) {}',
      ['may break changed f'],
    ],
    [
      'hidden, unstable and test items are not public',
      '#[doc(hidden)] pub fn a() {} #[cfg(feature = "unstable")] pub fn b() {} #[cfg(test)] pub mod t { pub fn c() {} }',
      '',
      [],
    ],
    [
      'a name that a macro may declare is not certainly gone',
      'pub struct A; pub struct B;',
      'declare! { A }',
      ['breaks removed B', 'may break removed A'],
    ],
    [
      'macros are exported from the root',
      '#[macro_export] macro_rules! a { () => {} } macro_rules! b { () => {} }',
      '',
      ['breaks removed a!'],
    ],
    ['items of a cfg_ macro are declared', 'pub fn a() {}', 'cfg_rt! { pub fn a() {} }', []],
    ['a deprecation is told', 'pub fn a() {}', '#[deprecated] pub fn a() {}', ['changed deprecated a']],
  ],
  java: [
    [
      'the constructor of an abstract class may become protected',
      'package a; public abstract class A { public A(int a) {} public void f() {} }',
      'package a; public abstract class A { protected A(int a) {} protected void f() {} }',
      ['breaks changed a.A.f'],
    ],
    [
      'constants of an interface are static and final without the words',
      'package a; public interface A { public static final int a = 1; }',
      'package a; public interface A { int a = 1; }',
      [],
    ],
    [
      'an overload that overrode one of a base may be inherited',
      `${java('')} public class B extends Unread { @Override public int f() { return 1; } public void f(int a) {} }`,
      `${java('')} public class B extends Unread { public void f(int a) {} }`,
      ['may break changed a.B.f'],
    ],
    [
      'a class that becomes abstract breaks its users once',
      'package a; public class A { public int f() { return 1; } }',
      'package a; public abstract class A { public abstract int f(); }',
      ['breaks changed a.A', 'may break changed a.A.f'],
    ],
    [
      'brackets after the name of a parameter or field belong to its type',
      java('public char b[]; public void f(char a[], int[] c[]) {}'),
      java('public char[] b; public void f(char[] a, int[][] c) {}'),
      [],
    ],
    [
      'a field and a method may share a name, in any order',
      java('public int a; public int b() { return 1; }'),
      java('public int a() { return 1; } public int a; public int b; public int b() { return 1; }'),
      [],
    ],
    [
      'what every object has is inherited without an override',
      java('public String toString() { return null; } public String name() { return null; }'),
      java(''),
      ['breaks removed a.A.name'],
    ],
    [
      'public and protected members count, those of the package and private ones do not',
      java('public int a; protected int b; int c; private int d; public void e() {} void f() {}'),
      java(''),
      ['breaks removed a.A.a', 'breaks removed a.A.b', 'breaks removed a.A.e'],
    ],
    ['a class without public is not public', 'class A { public void f() {} }', '', []],
    [
      'members of interfaces are public without a word',
      'public interface A { int X = 1; void f(); private void g() {} }',
      'public interface A {}',
      ['breaks removed A.X', 'breaks removed A.f'],
    ],
    [
      'an overload more breaks nobody, one less does',
      java('public void f(int a) {}'),
      java('public void f(int a) {} public void f(String a) {}'),
      [],
    ],
    [
      'an overload less breaks its callers',
      java('public void f(int a) {} public void f(String a, int b) {}'),
      java('public void f(int a) {}'),
      ['breaks changed a.A.f'],
    ],
    [
      'a default method is no demand, an abstract one is',
      'public interface A {}',
      'public interface A { default void f() {} void g(); static void h() {} }',
      ['may break added A.g'],
    ],
    [
      'the components of a record are its constructor',
      'public record A(int a) {}',
      'public record A(int a, int b) {}',
      ['breaks changed A.constructor'],
    ],
    [
      'a new constant of an enum is compatible, a lost one is not',
      'public enum A { B, C }',
      'public enum A { B, D }',
      ['breaks removed A.C'],
    ],
    [
      'annotations, packages and final are no change of a type',
      java('public void f(final @Nullable java.util.List<String> a) {}'),
      java('public void f(List<String> b) {}'),
      [],
    ],
    [
      'a wider number is accepted, a narrower one is not',
      java('public void f(int a) {} public void g(long a) {}'),
      java('public void f(long a) {} public void g(int a) {}'),
      ['breaks changed a.A.g'],
    ],
    [
      'a member that moved to a base class is inherited',
      'public class A { public void f() {} }',
      'public class A extends B {} class B { public void f() {} }',
      ['may break removed A.f'],
    ],
    [
      'the public base class has the member',
      'public class A { public void f() {} public static class B {} }',
      'public class A extends A.B { public static class B { public void f() {} } }',
      [],
    ],
    [
      'nested types have the name of the type around them, and go with it',
      'public class A { public static class B { public void f() {} } }',
      '',
      ['breaks removed A'],
    ],
    [
      'a new element of an annotation without a default is needed',
      'public @interface A {}',
      'public @interface A { int a() default 1; int b(); }',
      ['may break added A.b'],
    ],
    [
      'protected members of a final class are out of reach',
      'public final class A { protected void f() {} }',
      'public final class A {}',
      [],
    ],
    [
      'a field that became final cannot be assigned',
      java('public int a;'),
      java('public final int a;'),
      ['breaks changed a.A.a'],
    ],
    [
      'a deprecation is told',
      java('public void f() {}'),
      java('@Deprecated public void f() {}'),
      ['changed deprecated a.A.f'],
    ],
  ],
  'c-sharp': [
    [
      'a member that overrides one of an unread base, or of every object, is inherited without its override',
      csharp('') +
        ' public class B : Unread { public override void F() {} public override string ToString() => ""; }',
      `${csharp('')} public class B : Unread {}`,
      ['may break removed B.F'],
    ],
    [
      'public and protected members count, internal and private ones do not',
      csharp(
        'public int A1 { get; } protected void B() {} internal void C() {} void D() {} protected internal void E() {} private protected void F() {}',
      ),
      csharp(''),
      ['breaks removed N.A.A1', 'breaks removed N.A.B', 'breaks removed N.A.E'],
    ],
    ['a type without a word is internal', 'class A { public void F() {} }', '', []],
    [
      'a type beside one of the same name without type parameters takes nothing from it',
      'public class A { public void F() {} }',
      'public class A<T> { public void G() {} } public class A { public void F() {} }',
      [],
    ],
    [
      'a type that is gone beside one of the same name with fewer type parameters is missed by its users',
      'public class A { public void F() {} } public class A<T> {} public class A<T, U> {}',
      'public class A<T> {} public class A { public void F() {} }',
      ['breaks changed A'],
    ],
    [
      'an optional parameter more is compatible',
      csharp('public void F(int a) {}'),
      csharp('public void F(int a, int b = 1) {}'),
      [],
    ],
    [
      'a parameter that is passed by name may be missed',
      csharp('public void F(int a) {}'),
      csharp('public void F(int b) {}'),
      ['may break changed N.A.F'],
    ],
    [
      'an overload more breaks nobody',
      csharp('public void F(int a) {}'),
      csharp('public void F(int a) {} public void F(string a) {}'),
      [],
    ],
    [
      'ref and out belong to the type',
      csharp('public void F(int a) {}'),
      csharp('public void F(ref int a) {}'),
      ['may break changed N.A.F'],
    ],
    [
      'parts of a class in one file are one class',
      'public partial class A { public void F() {} } public partial class A { public void G() {} }',
      'public partial class A { public void G() {} public void F() {} }',
      [],
    ],
    [
      'members behind a condition count',
      csharp('\n#if NET8\npublic void F() {}\n#endif\n'),
      csharp('public void F() {}'),
      [],
    ],
    [
      'the parameters of a record are properties and its constructor',
      'public record A(int B, string C = "x");',
      'public record A(int B);',
      ['breaks changed A.constructor', 'breaks removed A.C'],
    ],
    [
      'members of an interface are public; one more is a demand',
      'public interface A { void F(); }',
      'public interface A { void G(); }',
      ['breaks removed A.F', 'may break added A.G'],
    ],
    ['one with a body is no demand', 'public interface A {}', 'public interface A { void G() {} }', []],
    ['a new member of an enum is compatible', 'public enum A { B }', 'public enum A { B, C }', []],
    [
      'nullable annotations of classes are no change',
      csharp('public string? F(object a) => null;'),
      csharp('public string F(object? a) => null;'),
      [],
    ],
    [
      'a namespace of the whole file counts',
      'namespace N; public class A {}',
      'namespace M; public class A {}',
      ['breaks removed N.A'],
    ],
    ['an explicit implementation is no member', csharp('void IDisposable.Dispose() {}'), csharp(''), []],
    [
      'async is a matter of the body',
      csharp('public Task F() => null;'),
      csharp('public async Task F() {}'),
      [],
    ],
    [
      'a deprecation is told',
      csharp('public void F() {}'),
      csharp('[Obsolete("x")] public void F() {}'),
      ['changed deprecated N.A.F'],
    ],
  ],
  php: [
    [
      'methods are found in any case',
      php('public function getSubnodes() {} public function f() {}'),
      php('public function getSubNodes() {}'),
      ['breaks removed N\\A::f'],
    ],
    [
      'members are public without a word; private ones do not count',
      php(
        'public $a; private $b; function c() {} protected function d() {} const E = 1; private const F = 1;',
      ),
      php(''),
      [
        'breaks removed N\\A::$a',
        'breaks removed N\\A::E',
        'breaks removed N\\A::c',
        'breaks removed N\\A::d',
      ],
    ],
    [
      'an optional parameter more is compatible',
      php('function f($a) {}'),
      php('function f($a, $b = null, ...$c) {}'),
      [],
    ],
    [
      'a required parameter more is not',
      php('function f($a) {}'),
      php('function f($a, $b) {}'),
      ['breaks changed N\\A::f'],
    ],
    [
      'a renamed parameter matters to callers that name it',
      php('function f(int $a) {}'),
      php('function f(int $b) {}'),
      ['may break changed N\\A::f'],
    ],
    [
      'a lost default is a demand',
      php('function f($a = 1) {}'),
      php('function f($a) {}'),
      ['breaks changed N\\A::f'],
    ],
    [
      'a union that accepts more is compatible',
      php('function f(int $a): ?int {}'),
      php('function f(int|string|null $a): int {}'),
      [],
    ],
    [
      'a union that accepts less is not',
      php('function f(int|string $a) {}'),
      php('function f(int $a) {}'),
      ['breaks changed N\\A::f'],
    ],
    [
      'a type where none was may refuse some',
      php('function f($a) {}'),
      php('function f(string $a) {}'),
      ['may break changed N\\A::f'],
    ],
    [
      'properties of the constructor count',
      php('public function __construct(public int $a, private int $b) {}'),
      php('public function __construct(int $a, int $b) {}'),
      ['breaks removed N\\A::$a'],
    ],
    [
      'functions and constants of a namespace are public',
      '<?php namespace N; function f() {} const C = 1;',
      '<?php namespace N;',
      ['breaks removed N\\C', 'breaks removed N\\f'],
    ],
    ['@internal is not public', '<?php /** @internal */ class A { function f() {} }', '<?php', []],
    [
      'a method of an interface is a demand',
      '<?php interface A {}',
      '<?php interface A { public function f(); }',
      ['may break added A::f'],
    ],
    [
      'a case of an enum is compatible, a lost one is not',
      '<?php enum A: string { case B = "b"; }',
      '<?php enum A: string { case C = "c"; }',
      ['breaks removed A::B'],
    ],
    [
      'a member of a used trait is inherited',
      '<?php class A { function f() {} }',
      '<?php class A { use T; } trait T { function f() {} }',
      [],
    ],
    [
      'a function behind a guard counts',
      '<?php function f() {}',
      "<?php if (!function_exists('f')) { function f() {} }",
      [],
    ],
    [
      'a deprecation is told',
      php('function f() {}'),
      php('/** @deprecated */ function f() {}'),
      ['changed deprecated N\\A::f'],
    ],
  ],
  kotlin: [
    [
      'what is neither private nor internal is public, with the package and without the file',
      'package a\nclass A { fun f() {}\n private fun g() {}\n internal val h = 1 }\ninternal class B\nfun i() = 1\nval j: Int get() = 1',
      'package a\nclass A',
      ['breaks removed a.A.f()', 'breaks removed a.i()', 'breaks removed a.j'],
    ],
    [
      'what protected members only subclasses of open classes reach',
      'class A { protected fun f() {} }\nopen class B { protected fun g() {} }',
      'class A\nopen class B',
      ['breaks removed B.g()'],
    ],
    [
      'a new parameter breaks only without a default, and may stand in front of a last lambda',
      'fun f(a: Int) {}\nfun g(a: Int) {}\nfun h(a: Int, b: (Int) -> Unit) {}',
      'fun f(a: Int, b: Int = 1) {}\nfun g(a: Int, b: Int) {}\nfun h(a: Int, c: Int = 1, b: (Int) -> Unit) {}',
      ['breaks changed g()'],
    ],
    [
      'an overload takes the place of a default',
      'fun f(a: Int = 1) {}\nfun g(a: Int = 1) {}',
      'fun f(a: Int) {}\nfun f() {}\nfun g(a: Int) {}',
      ['breaks changed g()'],
    ],
    [
      'a parameter may take null and a result may be without, not the other way round',
      'fun f(a: A?): A? = a\nfun g(a: A): A = a\nval x: A?\nval y: A\nvar z: A?',
      'fun f(a: A): A = a\nfun g(a: A?): A? = a\nval x: A\nval y: A?\nvar z: A',
      ['breaks changed f()', 'breaks changed g()', 'breaks changed y', 'may break changed z'],
    ],
    [
      'a type that is left to inference, and bodies, say nothing',
      'fun f() = 1\nval a = 2\nfun g(): Int { class B { fun h() {} }; return 1 }',
      'fun f(): Int = 1\nval a: Long = 2\nfun g(): Int = 1',
      [],
    ],
    [
      'the receiver of an extension is part of the signature',
      'fun Int.f() {}\nfun Int.g() {}\nval Int.a: Int get() = 1',
      'fun String.f() {}\nfun Int.g() {}\nval String.a: Int get() = 1',
      ['breaks changed f()', 'breaks removed Int.a'],
    ],
    [
      'a class may become open, and an open one neither final nor sealed',
      'class A\nopen class B\nopen class C\nabstract class D { abstract fun f() }',
      'open class A\nclass B\nsealed class C\nabstract class D { fun f() {} }',
      ['breaks changed B', 'breaks changed C', 'breaks removed C.constructor'],
    ],
    [
      'the constructor and its properties are members, and a hidden one is gone',
      'class A(val a: Int, b: Int, private val c: Int)\nclass B',
      'class A internal constructor(a: Int, b: Int, private val c: Int)\nclass B\nprivate constructor()',
      ['breaks removed A.a', 'breaks removed A.constructor', 'breaks removed B.constructor'],
    ],
    [
      'a property may lose its setter to the class, and a companion its members',
      'class A { var a: Int = 1\n companion object { const val X = 1\n val Y = 2 } }',
      'class A { var a: Int = 1\n  private set\n companion object { const val X = 1 } }',
      ['breaks changed A.a', 'breaks removed A.Companion.Y'],
    ],
    [
      'a data class, a functional interface and an object are used by their form',
      'data class A(val a: Int)\nfun interface B { fun f() }\nobject C',
      'class A(val a: Int)\ninterface B { fun f() }\nclass C',
      ['breaks changed A', 'breaks changed B', 'breaks changed C'],
    ],
    [
      'experimental and internal declarations may change, and an error is a removal',
      '@ExperimentalApi fun f() {}\n@InternalApi class A { class B }\nfun g() {}\nfun h() {}',
      '@Deprecated("", level = DeprecationLevel.ERROR) fun g() {}\n@Deprecated("Use g") fun h() {}',
      ['breaks removed g()', 'changed deprecated h()'],
    ],
    [
      'a new value of an enumeration, a new subtype and a new abstract member may break',
      'enum class A { B }\nsealed class C\ninterface D',
      'enum class A { B, X }\nsealed class C\nobject Y : C()\ninterface D { fun f()\n fun g() = 1 }',
      ['may break added A.X', 'may break added D.f()', 'may break added Y'],
    ],
    [
      'an alias may take the place of a type, and a type that of a function',
      'class A\nfun B(f: () -> Unit): B = TODO()\ninterface B',
      'typealias A = C\nfun interface B { fun f() }',
      ['may break added B.f()', 'may break changed A', 'may break removed B()'],
    ],
    [
      'declarations on several lines, strings, comments and annotations are read',
      `class A\n@Inject\nconstructor(\n  val a: Map<String, Int> = mapOf<String, Int>(),\n  val b: String = "\${"}".let { "{" }}",\n) : B by c /* fun x() /* { */ */\nfun <T> A.f(\n  block: suspend A.() -> T,\n): T where T : Any =\n  run {\n    block()\n  }\n@Composable fun g(c: @Composable () -> Unit) {}`,
      'class A(val b: String = "") : B by c\nfun <T : Any> A.f(block: suspend A.() -> T): T = TODO()\n@Composable fun g(c: @Composable () -> Unit) {}',
      ['breaks changed A.constructor', 'breaks removed A.a'],
    ],
  ],
  ruby: [
    [
      'a method that a call decorates is there',
      'class A; def f(a); end; def g; end; def i; end; end',
      'class A; ruby2_keywords def f(a); end; memoize def h; end; alias :i :h; end',
      ['breaks removed A#g'],
    ],
    [
      'a constant may hold the class that was written as one',
      'class A < Base.new(:x); B = 1; def f; end; def g; end; end; class C; D = 1; end',
      'A = Base.new(:x) do def f; end end; C = Base.new(:x)',
      ['may break changed C', 'may break removed A#g', 'may break removed A::B', 'may break removed C::D'],
    ],
    [
      'what every object has is inherited, and classes of Ruby are not offered',
      'class A; def to_s; end; def f; end; def self.new; end; end; class Object; def blank?; end; end',
      'class A; end',
      ['breaks removed A#f'],
    ],
    [
      'sections decide what is public',
      'class A; def a; end; protected; def b; end; private; def c; end; public; def d; end; end',
      'class A; end',
      ['breaks removed A#a', 'breaks removed A#d'],
    ],
    [
      'private with names or in front of a method hides it',
      'class A; def a; end; def b; end; private :a; private def c; end; def self.d; end; private_class_method :d; end',
      'class A; end',
      ['breaks removed A#b'],
    ],
    [
      'methods of the class have a dot',
      'module A; def self.a; end; class << self; def b; end; private; def c; end; end; end',
      'module A; end',
      ['breaks removed A.a', 'breaks removed A.b'],
    ],
    [
      'accessors, aliases and structs declare methods',
      'class A; attr_accessor :a; attr_reader :b; alias c b; end; B = Struct.new(:x)',
      'class A; attr_reader :a; end; B = Struct.new(:y)',
      ['breaks removed A#a=', 'breaks removed A#b', 'breaks removed A#c', 'breaks removed B#x'],
    ],
    [
      'an optional argument or keyword more is compatible',
      'class A; def f(a); end; end',
      'class A; def f(a, b = 1, *c, d: 1, **e, &f); end; end',
      [],
    ],
    [
      'a keyword that is gone or required breaks',
      'class A; def f(a: 1, b: 2); end; end',
      'class A; def f(a:, c: 1); end; end',
      ['breaks changed A#f'],
    ],
    [
      'a keyword that any keyword takes is still taken',
      'class A; def f(a: 1); end; end',
      'class A; def f(**a); end; end',
      [],
    ],
    [
      'the name of a positional argument does not matter',
      'class A; def f(a); end; end',
      'class A; def f(b); end; end',
      [],
    ],
    [
      'a reopened class is one class',
      'class A; def f; end; end; class A; def g; end; end',
      'class A; def g; end; def f; end; end',
      [],
    ],
    [
      'constants count, private ones do not',
      'module A; X = 1; Y = 2; private_constant :Y; end',
      'module A; end',
      ['breaks removed A::X'],
    ],
    [
      'what is documented as private is private',
      'class A\n  # @api private\n  def f; end\n  def g # :nodoc:\n  end\nend',
      'class A; end',
      [],
    ],
    [
      'a method that a call declares is only known by name',
      'class A; delegate :f, to: :b; end',
      'class A; end',
      [],
    ],
    [
      'an included module has the method',
      'class A; def f; end; end; module M; end',
      'class A; include M; end; module M; def f; end; end',
      [],
    ],
    ['a class that became a module breaks', 'class A; end', 'module A; end', ['breaks changed A']],
  ],
  graphql: [
    [
      'what is gone breaks',
      'type Query { a: Int b: Int } type T { a: Int }',
      'type Query { a: Int }',
      ['breaks removed Query.b', 'breaks removed T'],
    ],
    [
      'a result may become certain, but not uncertain',
      'type Q { a: Int b: Int! }',
      'type Q { a: Int! b: Int }',
      ['breaks changed Q.b'],
    ],
    [
      'an argument may become optional, but not required',
      'type Q { a(x: Int!): Int b(x: Int): Int }',
      'type Q { a(x: Int): Int b(x: Int!): Int }',
      ['breaks changed Q.b'],
    ],
    [
      'an optional argument more is compatible, a required one is not',
      'type Q { a: Int b: Int }',
      'type Q { a(x: Int, y: Int! = 1): Int b(x: Int!): Int }',
      ['breaks changed Q.b'],
    ],
    [
      'an input field with a default is no demand',
      'input I { a: Int }',
      'input I { a: Int b: Int! = 1 c: Int }',
      [],
    ],
    [
      'values and members that went break',
      'enum E { A B } union U = A | B',
      'enum E { A } union U = | A',
      ['breaks removed E.B', 'breaks removed U.B'],
    ],
    [
      'an extension is a part of its type',
      'type Q { a: Int } extend type Q { b: Int }',
      'extend type Q { a: Int } type Q { b: Int }',
      [],
    ],
    [
      'descriptions, comments and order are no change',
      '"""a type { b: Int }""" type Q { a: Int b: Int }',
      'type Q { b: Int # a type\n a: Int }',
      [],
    ],
    [
      'an operation declares nothing',
      'query Q($a: Int = 1) { b { c } } type T { a: Int }',
      'type T { a: Int }',
      [],
    ],
    [
      'an interface that is no longer implemented may be asked for',
      'type A implements B & C { a: Int }',
      'type A implements B { a: Int }',
      ['may break changed A'],
    ],
    [
      'a deprecation is told',
      'type Q { a: Int }',
      'type Q { a: Int @deprecated(reason: "x") }',
      ['changed deprecated Q.a'],
    ],
  ],
  proto: [
    [
      'a field that moves into a oneof reads the same on the wire',
      'message A { string b = 1; string c = 2; }',
      'message A { oneof d { string b = 1; } repeated string c = 2; }',
      ['breaks changed A.c', 'may break changed A.b'],
    ],
    [
      'what is gone breaks',
      'package p; message A { string a = 1; } enum E { X = 0; } service S { rpc F(A) returns (A); }',
      'package p; message A {} service S {}',
      ['breaks removed p.A.a', 'breaks removed p.E', 'breaks removed p.S.F'],
    ],
    [
      'a field more is compatible, a required one is not',
      'message A { string a = 1; }',
      'message A { string a = 1; string b = 2; required string c = 3; }',
      ['breaks added A.c'],
    ],
    [
      'a type with the same form on the wire may break generated code',
      'message A { int32 a = 1; string b = 2; }',
      'message A { int64 a = 1; int32 b = 2; }',
      ['breaks changed A.b', 'may break changed A.a'],
    ],
    [
      'streams count',
      'service S { rpc F(A) returns (B); }',
      'service S { rpc F(A) returns (stream B); }',
      ['breaks changed S.F'],
    ],
    [
      'messages within messages have their names',
      'message A { message B { string c = 1; } oneof d { string e = 2; } map<string, int32> f = 3; }',
      'message A { message B {} map<string, int32> f = 4; }',
      ['breaks changed A.f', 'breaks removed A.B.c', 'breaks removed A.e'],
    ],
    [
      'an enum value more is compatible, another number is not',
      'enum E { X = 0; Y = 1; }',
      'enum E { X = 0; Y = 2; Z = 1; }',
      ['breaks changed E.Y'],
    ],
    [
      'comments, options and reserved numbers are no change',
      'message A { string a = 1; } // x',
      '/* y */ message A { option deprecated = false; reserved 2, 3; reserved "b"; string a = 1 [json_name = "x"]; }',
      [],
    ],
    [
      'a deprecation is told',
      'message A { string a = 1; }',
      'message A { string a = 1 [deprecated = true]; }',
      ['changed deprecated A.a'],
    ],
  ],
};

for (const [language, rows] of Object.entries(cases) as [CodeLanguageName, Case[]][])
  for (const [guarantee, before, after, expected] of rows)
    test(`${codeLanguages[language].title}: ${guarantee}`, async () => {
      const [was, is] = oneSource(language, before, after);
      assert.deepEqual(await codeVerdicts(language, was, is), expected);
      assert.deepEqual(await codeVerdicts(language, is, is), []);
    });

test('a type that is declared in parts keeps the parts of unchanged files', async () => {
  const rest = { 'Lib.csproj': '<Project/>', 'B.cs': 'public partial class A { public void G() {} }' };
  const part = 'public partial class A { public void F() {} }';
  assert.deepEqual(await codeVerdicts('c-sharp', { ...rest, 'A.cs': part }, rest), ['breaks removed A.F']);
});

test('the module tree of a crate goes through files, and a crate that nobody can install is left out', async () => {
  const crate = {
    'Cargo.toml': '[package]\nname = "a-lib"\n',
    'src/lib.rs': 'pub mod net; mod inner; pub use inner::deep::Kept;',
    'src/net/mod.rs': 'pub fn dial(a: &str) {}',
    'src/inner.rs': 'pub mod deep;',
    'src/inner/deep.rs': 'pub struct Kept; pub struct Hidden; impl Kept { pub fn go(&self) {} }',
  };
  const changed = {
    ...crate,
    'src/net/mod.rs': 'pub fn dial(a: &str, b: u8) {}',
    'src/inner/deep.rs': 'pub struct Kept;',
  };
  assert.deepEqual(
    await codeVerdicts('rust', crate, changed),
    ['breaks changed a_lib::net::dial', 'breaks removed a_lib::Kept::go'].map((text) =>
      text.replace(/ lib::/, ' '),
    ),
  );
  const manifest = { 'Cargo.toml': '[package]\nname = "a-lib"\npublish = false\n' };
  assert.deepEqual(await codeVerdicts('rust', { ...crate, ...manifest }, { ...changed, ...manifest }), []);
});

const applications: [CodeLanguageName, Files, string, string, string][] = [
  ['php', { 'composer.json': '{"type": "project"}' }, 'src/A.php', '<?php class A {}', '<?php'],
  ['ruby', {}, 'lib/a.rb', 'class A; end', ''],
  ['c-sharp', { 'A.csproj': '<OutputType>Exe</OutputType>' }, 'A.cs', 'public class A {}', ''],
  ['rust', { 'Cargo.toml': '[package]\nname = "a"' }, 'src/main.rs', 'pub fn a() {}', ''],
];
test('of several modules only those of libraries offer something', async () => {
  const modules = {
    'pom.xml': '<packaging>pom</packaging>',
    'app/pom.xml': '<packaging>war</packaging>',
    'shell/build.gradle': "plugins {\n  id 'com.android.application'\n}",
    'core/pom.xml': '<packaging>jar</packaging>',
  };
  const source = (members: string) =>
    Object.fromEntries(
      ['app', 'shell', 'core'].map((name) => [
        `${name}/src/main/java/A.java`,
        `package ${name}; public class A { ${members} }`,
      ]),
    );
  assert.deepEqual(
    await codeVerdicts('java', { ...modules, ...source('public int f;') }, { ...modules, ...source('') }),
    ['breaks removed core.A.f'],
  );
});

test('of the modules of Kotlin those with a dump of their API are offered, if there are any', async () => {
  const source = (text: string) =>
    Object.fromEntries(
      ['core', 'tool', 'app'].map((name) => [
        `${name}/src/commonMain/kotlin/A.kt`,
        `package ${name}\n${text}`,
      ]),
    );
  const modules = {
    ...Object.fromEntries(['core', 'tool'].map((name) => [`${name}/build.gradle.kts`, ''])),
    'app/build.gradle.kts': 'plugins {\n    application\n}',
  };
  const compare = (files: Files) =>
    codeVerdicts(
      'kotlin',
      { ...modules, ...files, ...source('class A') },
      { ...modules, ...files, ...source('') },
    );
  assert.deepEqual(await compare({}), ['breaks removed core.A', 'breaks removed tool.A']);
  assert.deepEqual(await compare({ 'core/api/jvm/core.api': '' }), ['breaks removed core.A']);
});

for (const [language, manifest, path, before, after] of applications)
  test(`an application in ${codeLanguages[language].title} offers nothing to others`, async () => {
    assert.deepEqual(
      await codeVerdicts(language, { ...manifest, [path]: before }, { ...manifest, [path]: after }),
      [],
    );
  });

test('a language whose claims were not measured says "may break" at most', async () => {
  const [before, after] = oneSource('ruby', 'class A; def f; end; end', 'class A; end');
  const grade = mayClaimBreaks(codeLanguages.ruby) ? 'breaks' : 'may break';
  assert.deepEqual(await verdicts(before, after), [`${grade} removed A#f`]);
  for (const language of codeLanguageNames) {
    const { measured } = codeLanguages[language];
    const isRight =
      measured !== undefined && measured.ranges >= 20 && measured.right >= measured.claims * 0.9;
    assert.equal(mayClaimBreaks(codeLanguages[language]), isRight, language);
  }
  const figures = { ranges: 20, right: 9, claims: 10, found: 1, labels: 2 };
  assert.equal(mayClaimBreaks({ measured: figures }), true);
  assert.equal(mayClaimBreaks({ measured: { ...figures, ranges: 19 } }), false);
  assert.equal(mayClaimBreaks({ measured: { ...figures, right: 8 } }), false);
  assert.equal(mayClaimBreaks({ measured: { ...figures, right: 0, claims: 0 } }), false);
});

test('the table in the README has the measured figures', () => {
  const readme = readFileSync(path.resolve(import.meta.dirname, '../../README.md'), 'utf8');
  const share = (right: number, all: number) => `${(right / all).toFixed(2)} (${right}/${all})`;
  for (const { title, measured, ...rest } of Object.values(codeLanguages)) {
    const grade = mayClaimBreaks({ ...rest, measured }) ? 'breaks' : 'may break';
    const figures = measured
      ? `${measured.ranges} | ${share(measured.right, measured.claims)} | ${share(measured.found, measured.labels)}`
      : '0 | – | –';
    assert.ok(readme.includes(`| ${title} | ${grade} | ${figures} |`), title);
  }
});

test('the same versions give the same claims in the same order, however the files are listed', async () => {
  const names = ['Zeta', 'Alpha', 'Mid'];
  const source = (name: string, members: string) => `package a; public class ${name} { ${members} }`;
  const side = (order: string[], members: string): Files => ({
    'pom.xml': '<project/>',
    ...Object.fromEntries(order.map((name) => [`src/main/java/${name}.java`, source(name, members)])),
  });
  const one = await analyze(side(names, 'public void f() {} public int g;'), side(names, ''));
  const other = await analyze(
    side(names.toReversed(), 'public void f() {} public int g;'),
    side(names.toReversed(), ''),
  );
  assert.equal(one.surface.length, 6);
  assert.deepEqual(other.surface, one.surface);
});

const deep = (open: string, inside: string, close = '') =>
  open.repeat(20_000) + inside + close.repeat(20_000);
const hostile: [what: string, language: CodeLanguageName, text: string][] = [
  ['modules of Rust', 'rust', deep('pub mod a { ', 'pub fn f() {}', ' }')],
  ['types of Rust', 'rust', `pub fn f(a: ${deep('Vec<', 'u8', '>')}) {}`],
  ['imports of Rust', 'rust', `pub use ${deep('a::{', 'b', '}')};`],
  ['macros of Rust', 'rust', deep('cfg_a! { ', 'pub fn f() {}', ' }')],
  ['classes of Java', 'java', deep('public class A { ', 'int a;', ' }')],
  ['classes of C#', 'c-sharp', deep('public class A { ', 'int a;', ' }')],
  ['namespaces of C#', 'c-sharp', deep('namespace A { ', 'public class B {}', ' }')],
  ['conditions of PHP', 'php', `<?php ${deep('if (1) { ', 'function f() {}', ' }')}`],
  ['classes of Kotlin', 'kotlin', deep('class A { ', 'val a = 1', ' }')],
  ['function types of Kotlin', 'kotlin', `fun f(a: ${deep('(Int) -> ', 'Int', '')}) {}`],
  ['receivers of Kotlin', 'kotlin', `fun ${deep('a.', 'f()', '')}`],
  ['comparisons of Kotlin', 'kotlin', `val a = ${deep('a<', 'a', '')}`],
  ['modules of Ruby', 'ruby', deep('module A; ', 'X = 1; ', 'end; ')],
  ['messages of Protocol Buffers', 'proto', deep('message A { ', 'string a = 1;', ' }')],
  ['brackets of GraphQL', 'graphql', `type A { b: ${deep('[', 'Int', ']')} }`],
];
for (const [what, language, text] of hostile)
  test(`${what} that nest without an end end in time, and the other files are compared`, async () => {
    const other = { 'go.mod': 'module lib\n\ngo 1.22\n', 'other/other.go': 'package other\nfunc A() {}\n' };
    const [before, after] = oneSource(language, '', text);
    const { surface } = await analyze(
      { ...other, ...before },
      { ...other, ...after, 'other/other.go': 'package other\n' },
    );
    assert.deepEqual(
      surface.filter(({ change }) => change === 'removed').map(({ name }) => name),
      ['A'],
    );
  });

const large: Record<CodeLanguageName, string> = {
  rust: 'pub fn f(a: u8) {}\n',
  java: 'public class A { public void f(int a) {} }\n',
  'c-sharp': 'public class A { public void F(int a) {} }\n',
  php: '<?php class A { function f($a) {} }\n',
  kotlin: 'class A { fun f(a: Int) {} }\n',
  ruby: 'class A; def f(a); end; end\n',
  graphql: 'type A { b(c: Int): Int }\n',
  proto: 'message A { string b = 1; }\n',
};
for (const language of codeLanguageNames) {
  const { title } = codeLanguages[language];
  test(`a file of 2 MB of ${title} is counted as unread, and nothing is said about what it declares`, async () => {
    const text = large[language].repeat(Math.ceil(2_000_000 / large[language].length));
    const { surface, unread } = await analyze(...oneSource(language, large[language], text));
    assert.equal(unread, 1);
    assert.deepEqual(surface, []);
  });

  test(`many declarations of one name in ${title} are compared in time`, async () => {
    const text = large[language].repeat(3_000);
    assert.deepEqual(
      (await verdicts(...oneSource(language, text, `${text}\n${large[language]}`))).filter((one) =>
        one.startsWith('breaks'),
      ),
      [],
    );
  });

  test(`broken ${title} is no reason to claim a break`, async () => {
    for (const end of [12, 20]) {
      const broken = `${large[language].slice(0, end)} ((( "'\`<<<<<<< HEAD\n`;
      const found = await codeVerdicts(language, ...oneSource(language, large[language], broken));
      assert.deepEqual(
        found.filter((one) => one.startsWith('breaks removed')),
        [],
      );
    }
  });
}

test('a module that imports itself, or two that import each other, have an end', async () => {
  const source =
    'pub mod a { pub use super::b::*; pub use self::*; pub struct X; } pub mod b { pub use super::a::*; } pub use a::*; pub use b::*; pub use crate::*;';
  assert.deepEqual(
    await codeVerdicts('rust', ...oneSource('rust', source, source.replace('pub struct X;', ''))),
    ['breaks removed X', 'breaks removed a::X', 'breaks removed b::X'],
  );
});

test('modules that pass each other on crosswise are compared in time', async () => {
  const modules = Array.from({ length: 60 }, (_, at) => {
    const others = [1, 2, 3].filter((back) => back <= at).map((back) => `pub use super::m${at - back}::*;`);
    return `pub mod m${at} { ${others.join(' ')} pub use super::m59::gone; }`;
  }).join('\n');
  const source = `${modules} pub use m59::*;`;
  const item = 'pub mod z { pub struct X; pub struct Y; }';
  assert.deepEqual(
    await codeVerdicts(
      'rust',
      ...oneSource('rust', `${source} ${item}`, `${source} pub mod z { pub struct Y; }`),
    ),
    ['breaks removed z::X'],
  );
});

test('classes that inherit from each other have an end', async () => {
  const text = (member: string) => `public class A extends B { ${member} } public class B extends A {}`;
  const [before, after] = files(...oneSource('java', text('public void f() {}'), text('')));
  assert.deepEqual(await codeVerdicts('java', before, after), ['breaks removed A.f']);
});
