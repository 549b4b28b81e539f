import { EmptyState } from '@kianda/ui';
import { Button } from '@mantine/core';
import { shellTexts } from './texts.pt.ts';

/** An address that is no place of the console. */
export function NotFound() {
  return (
    <main>
      <h1 className="k-visually-hidden">{shellTexts.notFound}</h1>
      <EmptyState
        title={shellTexts.notFound}
        action={
          <Button variant="default" component="a" href="/">
            {shellTexts.home}
          </Button>
        }
      />
    </main>
  );
}
