import type { AccessLink } from '@kianda/contract/people/identity/identity.contract';

import { Dialog, Instant } from '@kianda/ui';
import { Button, Group, Stack } from '@mantine/core';
import { ShownOnce } from '../../../shared/shown-once.tsx';
import { userTexts } from '../texts.pt.ts';

const texts = userTexts.link;

/** Shows a link just made: the address that it was sent to, or the link itself, this once. */
export function AccessLinkDialog({ link, onClose }: { readonly link: AccessLink; readonly onClose: () => void }) {
  const { url } = link;
  return (
    // A link that is shown once must not be lost by a slip of the finger.
    <Dialog isFirm={url !== null} onClose={onClose} title={texts.titles[link.purpose]}>
      <Stack gap="sm">
        {link.sentTo === null ? null : <p role="status">{texts.sent(link.sentTo)}</p>}
        {link.mailProblem === null ? null : <p role="status">{texts.notSent(link.mailProblem)}</p>}
        <p>
          <Instant at={link.expiresAt} words={texts.until} />
        </p>
        {url === null ? (
          <Group justify="flex-end">
            <Button onClick={onClose}>{texts.close}</Button>
          </Group>
        ) : (
          <ShownOnce warning={texts.once} fields={[{ label: texts.field, value: url }]} onDone={onClose} />
        )}
      </Stack>
    </Dialog>
  );
}
