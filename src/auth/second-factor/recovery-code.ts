import { hashText, newSecretBytes } from '../../platform/crypto.ts';

const codesPerPerson = 10;
const letters = 16;
/** Crockford's base 32: no letter looks like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 80 random bits each, in groups of four letters. */
export const newRecoveryCodes = (): string[] => Array.from({ length: codesPerPerson }, newRecoveryCode);

function newRecoveryCode(): string {
  const text = [...newSecretBytes(letters)].map((byte) => alphabet[byte % 32]).join('');
  return text.match(/.{4}/g)?.join('-') as string;
}

/** The hash that is stored. It covers the account, so that equal codes of two accounts have different hashes. */
export const hashRecoveryCode = (userId: string, code: string) =>
  hashText(`recovery code ${userId} ${normalise(code)}`);

/** Accepts a code as people type it: any case, any spaces and hyphens, letters for similar digits. */
const normalise = (code: string) =>
  code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
