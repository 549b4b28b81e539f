import type { DataOf } from '@kianda/contract';
import { type AuditVerificationView, auditStatus, auditVerify } from '@kianda/contract/people/audit/audit.contract';
import { formatMilliseconds, formatNumber, formatRelative, UNKNOWN } from '@kianda/format';
import { FactList, Instant, Panel, StatusPill, useNow } from '@kianda/ui';
import { Button, CopyButton } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { triggerWord } from '../../../shared/connectors/run-texts.pt.ts';
import list from '../../../shared/item-list.module.css';
import { PhoneMore } from '../../../shared/phone-more.tsx';
import styles from '../page.module.css';
import { auditTexts } from '../texts.pt.ts';

const texts = auditTexts.status;
const refreshed = [auditStatus] as const;

/** Whether the chain of events is intact, when that was last verified, and its verification now. */
export function ChainPanel() {
  const status = useEndpoint(auditStatus, {}, { refetchSeconds: 15 });
  const verify = useAction(auditVerify, refreshed);
  const nowMs = useNow(30);
  const start = async () => {
    const outcome = await verify.run({}, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'info', message: texts.started });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
  };
  const verifying = verify.isRunning || status.sourced?.value.verifying === true;
  return (
    <Panel
      id="cadeia"
      title={texts.title}
      source={status}
      actions={
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={16} aria-hidden="true" />}
          loading={verifying}
          onClick={() => void start()}
        >
          {texts.verify}
        </Button>
      }
    >
      {(value) => {
        const [last, ...earlier] = value.verifications;
        return (
          <>
            <p role="status">
              <Verdict last={last} nowMs={nowMs} />
            </p>
            {last === undefined || last.intact ? null : (
              <p role="alert" className={styles.broken}>
                {placeOf(last)} {texts.whatNow}
              </p>
            )}
            <PhoneMore of={texts.title}>
              <ChainFacts status={value} last={last} />
              {earlier.length === 0 ? null : <EarlierVerifications verifications={earlier} />}
            </PhoneMore>
          </>
        );
      }}
    </Panel>
  );
}

type Last = AuditVerificationView | undefined;

function ChainFacts({ status, last }: { readonly status: DataOf<typeof auditStatus>; readonly last: Last }) {
  const { events, headHash, firstAt, lastAt, publicKey } = status;
  return (
    <FactList
      items={[
        [texts.events, formatNumber(events)],
        [texts.first, <Instant key="first" at={firstAt} />],
        [texts.last, <Instant key="last" at={lastAt} />],
        [
          texts.mark,
          last === undefined || last.checkpointSeq === null ? (
            <abbr key="mark" title={texts.noMark}>
              {UNKNOWN}
            </abbr>
          ) : (
            texts.markAt(formatNumber(last.checkpointSeq))
          ),
        ],
        [
          texts.head,
          <code key="head" className={styles.hash}>
            {headHash === null ? UNKNOWN : headHash}
          </code>,
        ],
        [
          texts.key,
          <span key="key" title={texts.keyHelp}>
            <code>{publicKey.keyId}</code>{' '}
            <CopyButton value={publicKey.pem}>
              {({ copied, copy }) => (
                <Button size="compact-sm" variant="default" onClick={copy}>
                  {copied ? texts.copied : texts.copyKey}
                </Button>
              )}
            </CopyButton>
          </span>,
        ],
      ]}
    />
  );
}

function EarlierVerifications({ verifications }: { readonly verifications: readonly AuditVerificationView[] }) {
  return (
    <details>
      <summary>{texts.earlier}</summary>
      <ul className={list.list}>
        {verifications.map((verification) => (
          <li key={verification.at} className={list.item}>
            <span>
              <Instant at={verification.at} /> · {triggerWord(verification.trigger)} ·{' '}
              {formatNumber(verification.checked)} {auditTexts.events}{' '}
              {texts.took(formatMilliseconds(verification.durationMs))}
            </span>
            <StatusPill tone={verification.intact ? 'good' : 'attention'}>
              {verification.intact ? texts.outcome.intact : texts.outcome.broken}
            </StatusPill>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Verdict({ last, nowMs }: { readonly last: Last; readonly nowMs: number }) {
  if (last === undefined) return <StatusPill tone="unknown">{texts.unknown}</StatusPill>;
  if (!last.intact) return <StatusPill tone="attention">{texts.broken}</StatusPill>;
  return (
    <StatusPill tone="good">{texts.intact(formatNumber(last.checked), formatRelative(last.at, nowMs))}</StatusPill>
  );
}

function placeOf({ fault, problem }: AuditVerificationView): string {
  if (fault === null) return problem ?? '';
  const seq = formatNumber(fault.seq);
  if (fault.kind === 'missing') return texts.faults.missing(seq);
  if (fault.kind === 'truncated') return texts.faults.truncated(seq);
  const { event } = fault;
  const what = event === null ? '' : ` (${event.event}, ${event.actorName}, ${event.resource})`;
  return texts.faults.edited(seq, what);
}
