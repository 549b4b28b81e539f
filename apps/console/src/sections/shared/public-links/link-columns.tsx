import type { PublicLink } from '@kianda/contract/core/public-link';
import { formatNumber, formatPlainInstant } from '@kianda/format';
import { type Column, Instant, named, RelativeTime, StatusPill } from '@kianda/ui';
import { Button } from '@mantine/core';
import { publicLinkTexts as texts } from './texts.pt.ts';

/** Columns of the table of public links. */
export function columnsOf({
  nowMs,
  onRevoke,
}: {
  readonly nowMs: number;
  readonly onRevoke: (link: PublicLink) => void;
}): readonly Column<PublicLink>[] {
  const stateOf = ({ revokedAt, expiresAt }: PublicLink) =>
    revokedAt !== null ? 'revoked' : Date.parse(expiresAt) <= nowMs ? 'expired' : 'open';
  return [
    {
      id: 'state',
      label: texts.state,
      value: (link) => texts.states[stateOf(link)],
      render: (link) => (
        <StatusPill tone={stateOf(link) === 'open' ? 'good' : 'unknown'}>{texts.states[stateOf(link)]}</StatusPill>
      ),
      width: '110px',
    },
    { id: 'note', label: texts.note, value: ({ note }) => (note === '' ? null : note) },
    { id: 'by', label: texts.by, value: ({ madeBy }) => madeBy, width: '160px' },
    {
      id: 'expires',
      label: texts.expires,
      value: ({ expiresAt }) => expiresAt,
      render: ({ expiresAt }) => <Instant at={expiresAt} />,
      width: '190px',
    },
    {
      id: 'opens',
      label: texts.opens,
      value: ({ opens }) => opens,
      render: ({ opens }) => formatNumber(opens, { maxDecimals: 0 }),
      align: 'end',
      width: '100px',
    },
    {
      id: 'last',
      label: texts.lastOpened,
      value: ({ lastOpenedAt }) => lastOpenedAt,
      render: ({ lastOpenedAt }) => (lastOpenedAt === null ? texts.never : <RelativeTime at={lastOpenedAt} />),
      width: '130px',
    },
    {
      id: 'actions',
      label: texts.actions,
      render: (link) =>
        stateOf(link) === 'open' ? (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={named(texts.revoke, `${link.note} ${formatPlainInstant(link.expiresAt)}`.trim())}
            onClick={() => onRevoke(link)}
          >
            {texts.revoke}
          </Button>
        ) : null,
      width: '90px',
    },
  ];
}
