import { expect, test } from 'vitest';
import { isWebPage } from './page.ts';

test.each([
  ['<!DOCTYPE html><html>', true],
  ['\uFEFF\n<!-- portal -->\n<HTML lang="pt">', true],
  ['<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0">', true],
  ['<meta http-equiv="refresh" content="0; url=http://portal/">', true],
  ['<script>location="http://portal/"</script>', true],
  [`<!--${' '.repeat(4_000)}--><html>`, true],
  ['{"html":"<html>"}', false],
  ['<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">', false],
  ['<metadata/>', false],
  ['', false],
])('%s', (text, expected) => {
  expect(isWebPage(new TextEncoder().encode(text))).toBe(expected);
});
