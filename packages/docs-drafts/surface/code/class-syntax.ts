import type { Declaration } from '../declaration.ts';
import type { Grammar } from './code-languages.ts';

/** What the grammar of a language with classes calls the parts of a class, and what is public without a word. */
export interface ClassSyntax {
  grammar: Grammar;
  types: Readonly<Record<string, Declaration['kind']>>;
  methods: RegExp;
  constructors: RegExp;
  fields: RegExp;
  cases: RegExp;
  /** Nodes whose children belong to the type or file around them: `#if`, `if (!function_exists('f'))`. */
  containers: RegExp;
  separator: string;
  memberSeparator: string;
  typeAccess: Access;
  memberAccess: Access;
  constructorName: string;
}

export type Access = 'public' | 'protected' | 'private';

export const classSyntaxes = {
  java: {
    grammar: 'java',
    types: {
      class_declaration: 'class',
      record_declaration: 'class',
      interface_declaration: 'interface',
      annotation_type_declaration: 'interface',
      enum_declaration: 'enum',
    },
    methods: /^(?:method_declaration|annotation_type_element_declaration)$/,
    constructors: /^constructor_declaration$/,
    fields: /^(?:field|constant)_declaration$/,
    cases: /^enum_constant$/,
    containers: /^enum_body_declarations$/,
    separator: '.',
    memberSeparator: '.',
    typeAccess: 'private',
    memberAccess: 'private',
    constructorName: 'constructor',
  },
  'c-sharp': {
    grammar: 'c-sharp',
    types: {
      class_declaration: 'class',
      record_declaration: 'class',
      record_struct_declaration: 'class',
      struct_declaration: 'class',
      interface_declaration: 'interface',
      enum_declaration: 'enum',
      delegate_declaration: 'function',
    },
    methods: /^(?:method|indexer|operator|conversion_operator)_declaration$/,
    constructors: /^constructor_declaration$/,
    fields: /^(?:field|event_field|event|property)_declaration$/,
    cases: /^enum_member_declaration$/,
    containers: /^preproc_(?:if|else|elif|region)/,
    separator: '.',
    memberSeparator: '.',
    typeAccess: 'private',
    memberAccess: 'private',
    constructorName: 'constructor',
  },
  php: {
    grammar: 'php',
    types: {
      class_declaration: 'class',
      interface_declaration: 'interface',
      trait_declaration: 'class',
      enum_declaration: 'enum',
    },
    methods: /^(?:method_declaration|function_definition)$/,
    constructors: /^never$/,
    fields: /^(?:property|const)_declaration$/,
    cases: /^enum_case$/,
    containers: /^(?:if_statement|compound_statement)$/,
    separator: '\\',
    memberSeparator: '::',
    typeAccess: 'public',
    memberAccess: 'public',
    constructorName: '__construct',
  },
} as const satisfies Record<string, ClassSyntax>;
