import MarkdownIt, { type Token } from 'markdown-it';
import { createElement, type ReactNode, useMemo } from 'react';
import { guidePictures } from './guide-pages.ts';
import styles from './help.module.css';
import type { GuidePlace } from './help-view.ts';

// HTML in a page is shown as text; every element below is made by React, so that nothing else can come out of a page.
const parser = new MarkdownIt({ html: false, linkify: false });

const plain: ReadonlySet<string> = new Set([
  'p',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'code',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'blockquote',
  'hr',
  'br',
]);

type Props = { readonly text: string; readonly onOpen: (place: GuidePlace) => void };

/** Markdown of the guide, with its pictures; links to other pages of it stay in the help. */
export function Markdown({ text, onOpen }: Props) {
  const tokens = useMemo(() => parser.parse(text, {}), [text]);
  return <>{drawn(tokens, onOpen)}</>;
}

/** Elements of a run of tokens: what opens holds everything up to what closes it. */
function drawn(tokens: readonly Token[], onOpen: Props['onOpen']): ReactNode[] {
  const stack: { readonly token: Token | null; readonly nodes: ReactNode[] }[] = [{ token: null, nodes: [] }];
  const add = (node: ReactNode) => stack.at(-1)?.nodes.push(node);
  for (const [index, token] of tokens.entries()) {
    if (token.nesting === 1) stack.push({ token, nodes: [] });
    else if (token.nesting === -1) {
      const closed = stack.pop();
      if (closed?.token != null) add(element(closed.token, closed.nodes, index, onOpen));
    } else add(leaf(token, index, onOpen));
  }
  return stack[0]?.nodes ?? [];
}

function element(token: Token, children: readonly ReactNode[], key: number, onOpen: Props['onOpen']): ReactNode {
  if (token.type === 'link_open') return link(token.attrGet('href') ?? '', children, key, onOpen);
  if (plain.has(token.tag)) return createElement(token.tag, { key }, ...children);
  return <div key={key}>{children}</div>;
}

function leaf(token: Token, key: number, onOpen: Props['onOpen']): ReactNode {
  if (token.type === 'inline') return drawn(token.children ?? [], onOpen);
  if (token.type === 'image') return picture(token, key);
  if (token.type === 'fence' || token.type === 'code_block') return <pre key={key}>{token.content}</pre>;
  if (token.type === 'code_inline') return <code key={key}>{token.content}</code>;
  if (token.type === 'hardbreak') return <br key={key} />;
  if (token.type === 'softbreak') return ' ';
  return token.content;
}

function picture(token: Token, key: number): ReactNode {
  const source = token.attrGet('src') ?? '';
  const url = guidePictures.get(source.slice(source.lastIndexOf('/') + 1));
  // A picture that is not in the guide's own folder is said in words: nothing is fetched from elsewhere.
  if (url === undefined) return <em key={key}>{token.content}</em>;
  return <img key={key} src={url} alt={token.content} loading="lazy" className={styles.picture} />;
}

function link(href: string, children: readonly ReactNode[], key: number, onOpen: Props['onOpen']): ReactNode {
  const page = /^(?:\.\/)?(\d[\w-]*)\.md/.exec(href)?.[1];
  if (page !== undefined) {
    return (
      <button key={key} type="button" className={styles.link} onClick={() => onOpen({ page })}>
        {children}
      </button>
    );
  }
  if (!/^https?:\/\//.test(href)) return <span key={key}>{children}</span>;
  return (
    <a key={key} href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
