/** What a public name stands for, in the terms that decide whether its users keep working. */
export interface Declaration {
  kind: DeclarationKind;
  /** One line in canonical format, for the pages. Reformatting the source does not change it. */
  signature: string;
  /** The signatures that a call may match; several if it is overloaded. */
  calls?: Call[];
  members?: Map<string, Declaration>;
  /** Names of the base classes or interfaces, as the module writes them. */
  bases?: string[];
  /** The alternatives of the declared type, sorted; undefined if the source leaves it to inference. */
  type?: string[];
  isOptional?: boolean;
  isDeprecated?: boolean;
  /** True if it is documented or named as private: `@internal`, `_name`, `private`. */
  isInternal?: boolean;
  /** Whether it may have members that its source does not show, for example those of an unknown base class. */
  isOpen?: boolean;
  /** True if subclasses must implement it, so that the library calls it rather than its users. */
  isHook?: boolean;
  /** Whether reading it runs a function; Python only. */
  isProperty?: boolean;
  /** The decorators of a function, as the module writes them; Python only. */
  decorators?: string[];
  /** The code that first assigns it, if the class does not declare it; Python only. */
  assignedIn?: 'constructor' | 'method';
  /** The words and attributes that decide what users can do with it, sorted: `abstract`, `protected`, `case`; only of `surface/code`. */
  modifiers?: readonly string[];
  /** Another name of the same module with the same value. */
  alias?: string;
}

export type DeclarationKind =
  | 'function'
  | 'class'
  | 'interface'
  | 'type'
  | 'enum'
  | 'namespace'
  | 'value'
  /** A module whose exports are its members. */
  | 'module';

export interface Call {
  parameters: Parameter[];
  /** Undefined if the source leaves it to inference. */
  returns?: string[];
  typeParameters?: number;
  requiredTypeParameters?: number;
}

export interface Parameter {
  name: string;
  type?: string[];
  isOptional: boolean;
  isRest: boolean;
  /** How it can be passed; Python only. */
  passing?: 'position' | 'name' | 'both';
}
