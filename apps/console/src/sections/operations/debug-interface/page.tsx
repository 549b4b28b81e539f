import { allows } from '@kianda/contract';
import {
  cpuProfile,
  debugState,
  diagnosticReport,
  profileSeconds,
} from '@kianda/contract/operations/diagnostics/debug.contract';
import { downloadBlob, downloadText, PageHeader, PageStack } from '@kianda/ui';
import { Button, NumberInput } from '@mantine/core';
import { IconClipboardText, IconCpu } from '@tabler/icons-react';
import { useState } from 'react';
import { useAccount, useApplication } from '../../../client/context.tsx';
import { toFailure } from '../../../client/failure.ts';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { ClientErrors } from '../../shared/logs/client-errors.tsx';
import { SectionLinks } from '../../shared/section-links.tsx';
import touch from '../../shared/touch.module.css';
import { FailedRequests } from './components/failed-requests.tsx';
import { ProcessInternals } from './components/process-internals.tsx';
import { DebugTiles } from './components/tiles.tsx';
import styles from './page.module.css';
import { debugTexts as texts } from './texts.pt.ts';

const related = [
  'system-logs',
  'async-processing',
  'cache-redis',
  'databases',
  'performance-monitor',
  'system-config',
] as const;

/** Section `debug-interface`: the process from inside, for whoever looks for a fault. */
export default function DebugInterfacePage() {
  const { role } = useAccount();
  const { client } = useApplication();
  const state = useEndpoint(debugState, {}, { refetchSeconds: 10 });
  const [isProfiling, setProfiling] = useState(false);
  const [isCopying, setCopying] = useState(false);

  const copyReport = async () => {
    setCopying(true);
    try {
      const { text } = (await client.call(diagnosticReport, {})).data;
      await navigator.clipboard.writeText(text).then(
        () => notify({ tone: 'success', message: texts.copied }),
        () => {
          downloadText('kianda-diagnostico.md', 'text/markdown', text);
          notify({ tone: 'info', message: texts.copyFailed });
        },
      );
    } catch (thrown) {
      notify({ tone: 'error', title: texts.reportFailed, message: toFailure(thrown).message });
    } finally {
      setCopying(false);
    }
  };

  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          actions={
            <>
              <Button
                variant="default"
                loading={isCopying}
                leftSection={<IconClipboardText size={16} aria-hidden="true" />}
                onClick={() => void copyReport()}
              >
                {texts.copy}
              </Button>
              {allows(cpuProfile.access, role) ? (
                <Button
                  variant="default"
                  leftSection={<IconCpu size={16} aria-hidden="true" />}
                  onClick={() => setProfiling(true)}
                >
                  {texts.profile}
                </Button>
              ) : null}
            </>
          }
        />
        <DebugTiles result={state} />
        <FailedRequests />
        <ClientErrors />
        <ProcessInternals result={state} />
        <nav className={styles.links} aria-label={texts.see}>
          <SectionLinks ids={related} />
        </nav>
      </PageStack>
      {isProfiling ? <ProfileDialog onClose={() => setProfiling(false)} /> : null}
    </div>
  );
}

function ProfileDialog({ onClose }: { readonly onClose: () => void }) {
  const { run } = useAction(cpuProfile);
  const [seconds, setSeconds] = useState<number>(profileSeconds.usual);
  const measure = async () => {
    const outcome = await run({ body: { seconds } }, { offline: 'fail', timeoutSeconds: seconds + 20 });
    if (outcome.state === 'failed') return outcome.failure.message;
    if (outcome.state === 'queued') return texts.offline;
    const { fileName, profile } = outcome.data;
    downloadBlob(fileName, new Blob([profile], { type: 'application/json' }));
    return null;
  };
  return (
    <ConfirmDialog
      title={texts.profileTitle}
      body={texts.profileText}
      confirm={texts.profileStart}
      isFit={seconds >= profileSeconds.least && seconds <= profileSeconds.most}
      onConfirm={measure}
      onClose={onClose}
    >
      <NumberInput
        label={texts.seconds}
        description={texts.secondsHelp}
        value={seconds}
        min={profileSeconds.least}
        max={profileSeconds.most}
        allowDecimal={false}
        required
        onChange={(value) => setSeconds(Number(value))}
      />
    </ConfirmDialog>
  );
}
