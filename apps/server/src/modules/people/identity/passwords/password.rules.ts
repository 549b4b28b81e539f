import { passwordLengthMax, passwordLengthMin } from '@kianda/contract/people/identity/identity.contract';
import { commonPasswords } from './common-passwords.ts';

/** Words that anyone would try first here. */
const contextWords = ['angola', 'kianda', 'luanda', 'marine', 'minpermar'];
/** Shorter pieces of a name or an address (`ana`, `gov`) would refuse good passwords by chance. */
const CONTEXT_PIECE_MIN = 4;
const DISTINCT_MIN = 5;
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', '0123456789', 'abcdefghijklmnopqrstuvwxyz'];
const leet: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't' };
const signs: Readonly<Record<string, string>> = { '@': 'a', $: 's', '!': 'i' };

export type PasswordOwner = { readonly email: string; readonly name: string };

/**
 * Why a password may not be set, as a Portuguese sentence; null when it may. Length, commonness and context only:
 * rules of composition make passwords worse (NIST SP 800-63B §3.1.1, OWASP ASVS 5.0 §6.2).
 */
export function passwordFault(password: string, owner: PasswordOwner): string | null {
  const { length } = Array.from(password);
  if (length < passwordLengthMin) return `A palavra-passe precisa de, pelo menos, ${passwordLengthMin} caracteres.`;
  if (length > passwordLengthMax) return `A palavra-passe não pode exceder ${passwordLengthMax} caracteres.`;
  const folded = fold(password);
  const word = ownWords(owner).find((candidate) => folded.includes(candidate) || unleet(folded).includes(candidate));
  if (word !== undefined) return `A palavra-passe não pode conter «${word}».`;
  if (isCommon(folded)) return 'A palavra-passe é demasiado comum. Escolha outra.';
  if (new Set(folded).size < DISTINCT_MIN || isRepetition(folded) || isKeyboardRun(folded)) {
    return 'A palavra-passe é demasiado previsível. Escolha outra.';
  }
  return null;
}

/** Lower case without accents, so that `Ângola` is `angola`. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function unleet(text: string): string {
  return Array.from(text, (letter) => leet[letter] ?? signs[letter] ?? letter).join('');
}

function ownWords({ email, name }: PasswordOwner): readonly string[] {
  const [local = '', domain = ''] = fold(email).split('@');
  const labels = domain.split('.').slice(0, -1);
  const pieces = [...local.split(/[^\p{L}\p{N}]+/u), ...labels, ...fold(name).split(/[^\p{L}\p{N}]+/u)];
  return [...contextWords, ...pieces.filter((piece) => piece.length >= CONTEXT_PIECE_MIN)];
}

/** With or without digits and signs around it; letters written as digits only count inside. */
function isCommon(text: string): boolean {
  const core = text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return [text, core, unleet(core)].some(
    (candidate) => candidate !== '' && (commonPasswords.has(candidate) || isJoined(candidate)),
  );
}

/** Two common passwords one after the other. */
function isJoined(text: string): boolean {
  for (let cut = 1; cut < text.length; cut += 1) {
    if (commonPasswords.has(text.slice(0, cut)) && commonPasswords.has(text.slice(cut))) return true;
  }
  return false;
}

/** One piece over and over: `abcabcabcabc`. */
function isRepetition(text: string): boolean {
  return (text + text).indexOf(text, 1) < text.length;
}

/** Nothing but runs along a row of keys or the alphabet, either way: `qwertyuiop12`. */
function isKeyboardRun(text: string): boolean {
  let steps = 0;
  for (let index = 1; index < text.length; index += 1) {
    const pair = text.slice(index - 1, index + 1);
    const back = Array.from(pair).toReversed().join('');
    if (rows.some((row) => row.includes(pair) || row.includes(back))) steps += 1;
  }
  return steps >= text.length - 3;
}
