import {
  type InfrastructureProposal,
  infrastructureActs,
  infrastructureStates,
} from '@kianda/contract/sea/infrastructure/infrastructure.contract';
import { RelativeTime } from '@kianda/ui';
import styles from './infrastructure.module.css';
import { infrastructureTexts as texts } from './texts.pt.ts';

/** Name of the place that a proposal is about. */
export const nameOf = ({ fields, present }: InfrastructureProposal): string => fields?.name ?? present?.name ?? '—';

/** Content of a proposal, who made it, and what became of it. */
export function ProposalText({ proposal }: { readonly proposal: InfrastructureProposal }) {
  const { act, fields, present, reason, state, proposedBy, proposedAt, reviewedBy, reviewNote } = proposal;
  const isRenamed = present !== null && fields !== null && present.name !== fields.name;
  return (
    <>
      <p>
        <strong>
          {infrastructureActs[act]}: {nameOf(proposal)}
        </strong>
        {isRenamed ? ` (${texts.was} ${present.name})` : null}
      </p>
      <p className={styles.note}>
        {reason} · {proposedBy}, <RelativeTime at={proposedAt} />
        {state === 'pending' ? null : ` · ${infrastructureStates[state]} ${texts.by(reviewedBy ?? '—')}`}
        {reviewNote === null || reviewNote === '' ? null : ` · ${reviewNote}`}
      </p>
    </>
  );
}
