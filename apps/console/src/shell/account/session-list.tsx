import { authEndSession, authSessions } from '@kianda/contract/people/identity/identity.contract';
import { PanelFailure, RelativeTime, SkeletonLines, StatusPill } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useAction } from '../../client/use-action.ts';
import { useEndpoint } from '../../client/use-endpoint.ts';
import styles from './account.module.css';
import { describeAgent } from './describe-agent.ts';
import { accountTexts } from './texts.pt.ts';

const afterEnd = [authSessions] as const;

/** Where this account is signed in, with the way to end each session. */
export function SessionList() {
  const sessions = useEndpoint(authSessions, {}, { refetchSeconds: 0, staleSeconds: 0 });
  const end = useAction(authEndSession, afterEnd);
  if (sessions.sourced === undefined) {
    return sessions.error === null ? (
      <SkeletonLines lines={4} />
    ) : (
      <PanelFailure error={sessions.error} onRetry={sessions.refresh} />
    );
  }
  return (
    <>
      {end.failure === null ? null : (
        <p role="alert" className={styles.error}>
          {end.failure.message}
        </p>
      )}
      <ul className={styles.sessions}>
        {sessions.sourced.value.sessions.map((session) => (
          <li key={session.id} className={styles.session}>
            <div>
              <p className={styles.device} title={session.userAgent}>
                {describeAgent(session.userAgent)}
              </p>
              <p className={styles.detail}>
                <span className="k-mono">{session.ipAddress}</span> · {accountTexts.startedAt}{' '}
                <RelativeTime at={session.createdAt} /> · {accountTexts.lastUsed}{' '}
                <RelativeTime at={session.lastUsedAt} />
              </p>
            </div>
            {session.current ? (
              <StatusPill tone="good">{accountTexts.thisSession}</StatusPill>
            ) : (
              <Button
                size="compact-sm"
                variant="default"
                disabled={end.isRunning}
                onClick={() => void end.run({ params: { id: session.id } }, { offline: 'fail' })}
              >
                {accountTexts.endSession}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
