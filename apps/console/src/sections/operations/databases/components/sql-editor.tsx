import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef, useState } from 'react';
import styles from '../page.module.css';
import { sqlTexts as texts } from '../texts.pt.ts';

export type SqlNames = readonly {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
}[];

type Props = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onRun: () => void;
  /** Names offered while typing. */
  readonly names: SqlNames;
};

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--k-link)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--k-success)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--k-warning)' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--k-text-3)', fontStyle: 'italic' },
  { tag: tags.typeName, color: 'var(--k-info)' },
]);

const theme = EditorView.theme({
  '&': { color: 'var(--k-text)', backgroundColor: 'var(--k-surface)', fontSize: 'var(--k-size-14)', height: '220px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--k-font-mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--k-text)' },
  '.cm-gutters': { color: 'var(--k-text-3)', backgroundColor: 'var(--k-surface-2)', borderColor: 'var(--k-border)' },
  '.cm-placeholder': { color: 'var(--k-text-3)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--k-primary-soft)', color: 'inherit' },
  '.cm-tooltip': { color: 'var(--k-text)', backgroundColor: 'var(--k-surface)', borderColor: 'var(--k-border-strong)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--k-text)',
    backgroundColor: 'var(--k-primary-soft)',
  },
});

function languageOf(names: SqlNames) {
  const schema: Record<string, Record<string, readonly string[]>> = {};
  for (const table of names) schema[table.schema] = { ...schema[table.schema], [table.name]: table.columns };
  return sql({ dialect: PostgreSQL, schema });
}

/** Text of a query, with PostgreSQL's words coloured and the tables and columns offered. Tab goes on to the next control. */
export default function SqlEditor({ value, onChange, onRun, names }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const [language] = useState(() => new Compartment());
  const latest = useRef({ value, onChange, onRun, names });
  useEffect(() => {
    latest.current = { value, onChange, onRun, names };
  });

  useEffect(() => {
    if (host.current === null) return;
    const run = () => {
      latest.current.onRun();
      return true;
    };
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          // Before the editor's own Ctrl+Enter, which opens a line.
          Prec.highest(keymap.of([{ key: 'Mod-Enter', run }])),
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
          lineNumbers(),
          history(),
          bracketMatching(),
          closeBrackets(),
          autocompletion({ icons: false }),
          language.of(languageOf(latest.current.names)),
          syntaxHighlighting(colours),
          theme,
          placeholder(texts.placeholder),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': texts.editor }),
          EditorState.phrases.of({ Completions: texts.suggestions }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [language]);

  useEffect(() => {
    view.current?.dispatch({ effects: language.reconfigure(languageOf(names)) });
  }, [names, language]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  return <div ref={host} className={styles.editor} />;
}
