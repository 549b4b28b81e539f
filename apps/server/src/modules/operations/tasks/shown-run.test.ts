import { expect, test } from 'vitest';
import { shownRun } from './shown-run.rules.ts';

const run = {
  id: '7',
  input: {
    name: '2026-11-26-completa',
    actor: { id: null, name: 'chefe@mar.ao' },
    to: ['ana.mar+avisos@pescas.gov.ao'],
  },
  result: { made: true, text: 'Enviado a <rui@mar.ao>; 2@3 não é um endereço.' },
  error: 'O correio de chefe@mar.ao recusou.',
};

test('readers who may not run it again see no address of anybody', () => {
  expect(shownRun(run, 'investigador')).toEqual({
    id: '7',
    input: {
      name: '2026-11-26-completa',
      actor: { id: null, name: '(endereço de correio)' },
      to: ['(endereço de correio)'],
    },
    result: { made: true, text: 'Enviado a <(endereço de correio)>; 2@3 não é um endereço.' },
    error: 'O correio de (endereço de correio) recusou.',
  });
});

test('whoever may run it again sees it as it is', () => {
  expect(shownRun(run, 'administrador')).toEqual(run);
});
