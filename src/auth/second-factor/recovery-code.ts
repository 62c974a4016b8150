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

/** What is stored. The account is part of it, so that equal codes of two accounts would not show. */
export const hashRecoveryCode = (userId: string, code: string) =>
  hashText(`recovery code ${userId} ${normalise(code)}`);

/** As people type it: any case, any spaces and hyphens, letters for similar digits. */
const normalise = (code: string) =>
  code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
