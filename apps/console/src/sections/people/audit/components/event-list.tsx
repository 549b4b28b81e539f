import { type AuditMetadata, type AuditSeverity, auditEvents } from '@kianda/contract/people/audit/audit';
import { type AuditEventView, auditSeverityNames } from '@kianda/contract/people/audit/audit.resource';
import { formatNumber, UNKNOWN } from '@kianda/format';
import { FactList, Instant, StatusPill, type StatusTone } from '@kianda/ui';
import { Button, Group, Table } from '@mantine/core';
import { describeAgent } from '../../../../shell/account/describe-agent.ts';
import { readFacts } from '../api/changes.ts';
import styles from '../page.module.css';
import { auditTexts } from '../texts.pt.ts';

const texts = auditTexts.detail;
type Props = {
  readonly events: readonly AuditEventView[];
  readonly onSearch: (part: { readonly object?: string; readonly actor?: string }) => void;
};

const tones: Readonly<Record<AuditSeverity, StatusTone>> = {
  low: 'unknown',
  medium: 'info',
  high: 'caution',
  critical: 'attention',
};

/** Events in the order of the list; each opens to who, from where and what changed. */
export function EventList({ events, onSearch }: Props) {
  return (
    <ol className={styles.events} aria-label={auditTexts.list}>
      {events.map((event) => (
        <li key={event.seq} id={`evento-${event.seq}`}>
          <EventRow event={event} onSearch={onSearch} />
        </li>
      ))}
    </ol>
  );
}

function EventRow({ event, onSearch }: { readonly event: AuditEventView; readonly onSearch: Props['onSearch'] }) {
  const who = event.actorName === '' ? auditTexts.anonymous : event.actorName;
  return (
    <details className={styles.event}>
      <summary>
        <Instant at={event.occurredAt} seconds className={styles.time} />
        <StatusPill tone={tones[event.severity]}>{auditSeverityNames[event.severity]}</StatusPill>
        <strong>{auditEvents[event.event]}</strong>
        <span className={styles.words}>
          {who} · <code>{event.resource}</code>
        </span>
      </summary>
      <div className={styles.details}>
        <p className={styles.muted}>{texts.number(formatNumber(event.seq))}</p>
        <FactList
          items={[
            [texts.who, who],
            [texts.what, <code key="what">{event.resource}</code>],
            [
              texts.address,
              event.ipAddress === '' ? (
                <abbr key="address" title={texts.noAddress}>
                  {UNKNOWN}
                </abbr>
              ) : (
                event.ipAddress
              ),
            ],
            [
              texts.device,
              event.userAgent === '' ? (
                <abbr key="device" title={texts.noAddress}>
                  {UNKNOWN}
                </abbr>
              ) : (
                <span key="device" title={event.userAgent}>
                  {describeAgent(event.userAgent)}
                </span>
              ),
            ],
            [texts.code, <code key="code">{event.event}</code>],
          ]}
        />
        <Facts metadata={event.metadata} />
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => onSearch({ object: event.resource })}>
            {texts.same}
          </Button>
          {event.actorName === '' ? null : (
            <Button variant="default" size="xs" onClick={() => onSearch({ actor: event.actorName })}>
              {texts.byActor}
            </Button>
          )}
        </Group>
      </div>
    </details>
  );
}

function Facts({ metadata }: { readonly metadata: AuditMetadata }) {
  const { changes, facts } = readFacts(metadata);
  return (
    <>
      {changes.length === 0 ? null : (
        <Table.ScrollContainer minWidth={420}>
          <Table aria-label={texts.changes} withTableBorder>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{texts.field}</Table.Th>
                <Table.Th scope="col">{texts.before}</Table.Th>
                <Table.Th scope="col">{texts.after}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {changes.map(({ field, before, after }) => (
                <Table.Tr key={field}>
                  <Table.Th scope="row">{auditTexts.fields[field] ?? field}</Table.Th>
                  <Table.Td>
                    <del className={styles.before}>{textOf(before)}</del>
                  </Table.Td>
                  <Table.Td>
                    <ins className={styles.after}>{textOf(after)}</ins>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {facts.length === 0 ? (
        changes.length === 0 ? (
          <p className={styles.muted}>{texts.noFacts}</p>
        ) : null
      ) : (
        <FactList items={facts.map(([name, value]) => [auditTexts.fields[name] ?? name, textOf(value)] as const)} />
      )}
    </>
  );
}

function textOf(value: AuditMetadata[string]): string {
  if (value === null || value === '') return texts.nothing;
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  return typeof value === 'number' ? formatNumber(value) : (auditTexts.values[value] ?? value);
}
