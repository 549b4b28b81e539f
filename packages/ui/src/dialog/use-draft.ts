import { useState } from 'react';

/** Failure of a write, as far as a form shows it. `issues` name the fields that the server refused. */
export type FormFailure = {
  readonly message: string;
  readonly issues?: readonly { readonly path: string; readonly message: string }[] | undefined;
};

type KeyOf<T, V> = { readonly [K in keyof T]-?: T[K] extends V ? K : never }[keyof T] & string;
type TextChange = { readonly currentTarget: { readonly value: string } };
type CheckChange = { readonly currentTarget: { readonly checked: boolean } };

export type Draft<T extends object> = {
  readonly values: T;
  /** True while a field differs from the data that it began with. */
  readonly isChanged: boolean;
  readonly set: (part: Partial<T>) => void;
  /** Forgets what was typed: the fields show the data again. */
  readonly reset: () => void;
  /** Message of the server about one field, until the person changes it. */
  readonly errorOf: (name: keyof T & string) => string | undefined;
  /** Messages of the server that no field has asked for: to be read after the fields were drawn. */
  readonly otherIssues: () => readonly string[];
  /** Properties of a text input, a text area or a select. */
  readonly text: <K extends KeyOf<T, string>>(
    name: K,
  ) => { value: T[K]; onChange: (event: TextChange) => void; error: string | undefined };
  /** Properties of a checkbox or a switch. */
  readonly check: <K extends KeyOf<T, boolean>>(
    name: K,
  ) => { checked: T[K]; onChange: (event: CheckChange) => void; error: string | undefined };
  /** Properties of a number input; '' stands for none. */
  readonly number: <K extends KeyOf<T, number | ''>>(
    name: K,
  ) => { value: T[K]; onChange: (value: number | string) => void; error: string | undefined };
};

/**
 * Values of a form over data that may be refreshed beneath it. A field that the person changed keeps what was typed;
 * the others follow the data. `paths` maps a field to its path in the request body, where the two names differ.
 */
export function useDraft<T extends object>(
  source: T,
  failure: FormFailure | null = null,
  paths: Partial<Record<keyof T & string, string>> = {},
): Draft<T> {
  const [changed, setChanged] = useState<Partial<T>>({});
  // A message disappears once its field is changed: it was about the value before.
  const [answered, setAnswered] = useState<Partial<Record<keyof T, FormFailure | null>>>({});
  const values = { ...source, ...changed };
  const issues = (failure?.issues ?? []).map(({ path, message }) => ({ path: path.replace(/^body\./, ''), message }));
  const isAbout = (path: string, name: keyof T & string) => {
    const wanted = paths[name] ?? name;
    return path === wanted || path.startsWith(`${wanted}.`);
  };
  const set = (part: Partial<T>) => {
    setChanged((before) => ({ ...before, ...part }));
    setAnswered((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map((name) => [name, failure])) }));
  };
  const shown = new Set<keyof T & string>();
  const errorOf = (name: keyof T & string) => {
    shown.add(name);
    return answered[name] === failure ? undefined : issues.find(({ path }) => isAbout(path, name))?.message;
  };
  // The options of an input come from the section, so that its value is one of the field's type.
  const setOne = (name: string, value: unknown) => set({ [name]: value } as Partial<T>);
  return {
    values,
    isChanged: Object.keys(changed).some((name) => !isSame(values[name as keyof T], source[name as keyof T])),
    set,
    reset: () => setChanged({}),
    errorOf,
    otherIssues: () =>
      issues.filter(({ path }) => ![...shown].some((name) => isAbout(path, name))).map(({ message }) => message),
    text: (name) => ({
      value: values[name],
      onChange: ({ currentTarget }) => setOne(name, currentTarget.value),
      error: errorOf(name),
    }),
    check: (name) => ({
      checked: values[name],
      onChange: ({ currentTarget }) => setOne(name, currentTarget.checked),
      error: errorOf(name),
    }),
    number: (name) => ({
      value: values[name],
      onChange: (value) => setOne(name, typeof value === 'number' ? value : ''),
      error: errorOf(name),
    }),
  };
}

/** Lists and objects count by their content: a refresh brings equal ones under a new identity. */
function isSame(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b);
}
