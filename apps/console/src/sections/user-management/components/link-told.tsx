import type { AccessLink } from '@kianda/contract/identity/identity.contract';
import { formatInstant } from '@kianda/ui';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { ShownOnce } from '../../shared/shown-once.tsx';
import { userTexts } from '../texts.pt.ts';

const texts = userTexts.link;

/** A link just made: where it went, or itself, this once. */
export function LinkTold({ link, onClose }: { readonly link: AccessLink; readonly onClose: () => void }) {
  const { url } = link;
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.titles[link.purpose]}
      size="lg"
      // What is shown once is not lost by a slip of the finger.
      closeOnClickOutside={url === null}
      closeOnEscape={url === null}
    >
      <Stack gap="sm">
        {link.sentTo === null ? null : <p role="status">{texts.sent(link.sentTo)}</p>}
        {link.mailProblem === null ? null : <p role="status">{texts.notSent(link.mailProblem)}</p>}
        <p>{texts.until(formatInstant(link.expiresAt))}</p>
        {url === null ? (
          <Group justify="flex-end">
            <Button onClick={onClose}>{texts.close}</Button>
          </Group>
        ) : (
          <ShownOnce warning={texts.once} fields={[{ label: texts.field, value: url }]} onDone={onClose} />
        )}
      </Stack>
    </Modal>
  );
}
