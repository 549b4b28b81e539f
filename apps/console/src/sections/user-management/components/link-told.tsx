import type { AccessLink } from '@kianda/contract/identity/identity.contract';
import { formatInstant } from '@kianda/ui';
import { Button, CopyButton, Group, Modal, Stack, TextInput } from '@mantine/core';
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
        {url === null ? null : (
          <>
            <p>
              <strong>{texts.once}</strong>
            </p>
            <TextInput
              label={texts.field}
              value={url}
              readOnly
              className="k-mono"
              onFocus={(event) => event.currentTarget.select()}
            />
          </>
        )}
        <Group justify="flex-end" gap="xs">
          {url === null ? null : (
            <CopyButton value={url}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? texts.copied : texts.copy}
                </Button>
              )}
            </CopyButton>
          )}
          <Button onClick={onClose}>{url === null ? texts.close : texts.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
