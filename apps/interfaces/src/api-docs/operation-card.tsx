import { permissions } from '@kianda/contract';
import { type ReactNode, useState } from 'react';
import styles from './api-docs.module.css';
import type { JsonSchema, Operation } from './openapi.ts';
import { answerOf, kindOf, schemaRows } from './schema-rows.ts';
import { apiDocsTexts as texts } from './texts.pt.ts';

function accessText(access: string): string {
  const known = texts.accessWords[access];
  if (known !== undefined) return known;
  const permission = Object.entries(permissions).find(([name]) => name === access)?.[1];
  return permission === undefined ? access : permission.label;
}

/** One operation: its line, and below it what it takes and answers once opened. */
export function OperationCard({ operation }: { readonly operation: Operation }) {
  // The details of a hundred operations are drawn when they are asked for, not with the page.
  const [open, setOpen] = useState(false);
  const access = operation['x-access'];
  return (
    <details className={styles.operation} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={styles.method} data-method={operation.method}>
          {operation.method}
        </span>
        <span className={styles.path}>{operation.path}</span>
        <span className={styles.summary}>{operation.summary}</span>
        <span className={styles.access}>{accessText(access)}</span>
      </summary>
      {open ? <Details operation={operation} /> : null}
    </details>
  );
}

function Details({ operation }: { readonly operation: Operation }) {
  const bodySchema = operation.requestBody?.content['application/json']?.schema;
  const answers = Object.entries(operation.responses);
  const success = answers.find(([status]) => status.startsWith('2'))?.[1];
  const [mediaType, content] = Object.entries(success?.content ?? {})[0] ?? [undefined, undefined];
  const whole = content?.schema;
  const answer = whole === undefined ? undefined : answerOf(whole);
  return (
    <div className={styles.details}>
      <p className={styles.fact}>
        <span>{texts.access}</span> <code>{operation['x-access']}</code>
      </p>
      {operation.parameters.length === 0 ? null : (
        <Part title={texts.parameters}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{texts.name}</th>
                <th scope="col">{texts.where}</th>
                <th scope="col">{texts.kind}</th>
                <th scope="col">{texts.note}</th>
              </tr>
            </thead>
            <tbody>
              {operation.parameters.map((parameter) => {
                const [row] = schemaRows({ properties: { value: parameter.schema } });
                return (
                  <tr key={`${parameter.in} ${parameter.name}`}>
                    <th scope="row">
                      <code>{parameter.name}</code>
                    </th>
                    <td>{texts.places[parameter.in] ?? parameter.in}</td>
                    <td>{kindOf(parameter.schema)}</td>
                    <td>
                      {[parameter.required === true ? texts.required : '', row?.note ?? ''].filter(Boolean).join(' · ')}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </Part>
      )}
      {bodySchema === undefined ? null : (
        <Part title={texts.body}>
          <SchemaTable schema={bodySchema} />
        </Part>
      )}
      {answer === undefined ? null : (
        <Part title={`${texts.answer} 200 · ${mediaType ?? ''}`}>
          {answer === whole ? null : <p className={styles.hint}>{texts.envelope}</p>}
          <SchemaTable schema={answer} />
        </Part>
      )}
      <Part title={texts.errors}>
        <dl className={styles.errors}>
          {answers
            .filter(([status]) => !status.startsWith('2'))
            .map(([status, { description }]) => (
              <div key={status}>
                <dt>{status}</dt>
                <dd>
                  {description.split('\n\n').map((line) => (
                    <span key={line}>{line.replaceAll('`', '')}</span>
                  ))}
                </dd>
              </div>
            ))}
        </dl>
      </Part>
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function SchemaTable({ schema }: { readonly schema: JsonSchema }) {
  const rows = schemaRows(schema);
  if (rows.length === 0) return <p className={styles.hint}>{kindOf(schema)}</p>;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{texts.name}</th>
          <th scope="col">{texts.kind}</th>
          <th scope="col">{texts.note}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row" style={{ paddingLeft: `${8 + row.depth * 18}px` }}>
              <code>{row.name}</code>
            </th>
            <td>{row.kind}</td>
            <td>{[row.required ? texts.required : '', row.note].filter(Boolean).join(' · ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
