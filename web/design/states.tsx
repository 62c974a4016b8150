import { Button } from '../parts/controls/button.tsx';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { Tabs } from '../parts/controls/tabs.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Failure } from '../parts/display/failure.tsx';
import { KeyHint } from '../parts/display/key-hint.tsx';
import { Screen } from '../parts/display/screen.tsx';
import { Skeleton } from '../parts/display/skeleton.tsx';

const refusal = Object.assign(new Error('You are not a member of this project.'), {
  status: 403,
  code: 'forbidden',
  requestId: '01JCQ8Z5V7T3N4',
});

export function States() {
  return (
    <>
      <div className="design-frame">
        <Screen
          title="Payments"
          beside={<IconButton icon="star" label="Star" />}
          tabs={
            <Tabs label="Views of Payments">
              <a href="#list" aria-current="page">
                List
              </a>
              <a href="#board">Board</a>
            </Tabs>
          }
          actions={
            <Button icon="plus" look="primary">
              New ticket
            </Button>
          }
        >
          <EmptyState
            icon="list"
            title="There are no tickets here yet."
            text="Tickets hold what is to be done, by whom and until when."
            action={
              <Button icon="plus">
                New ticket <KeyHint keys="c" />
              </Button>
            }
          />
        </Screen>
      </div>
      <div className="design-frame">
        <Skeleton rows={8} />
      </div>
      <Skeleton look="text" rows={4} />
      <Failure error={refusal} retry={() => {}} />
      <Failure error={new TypeError('Failed to fetch')} retry={() => {}} small />
    </>
  );
}
