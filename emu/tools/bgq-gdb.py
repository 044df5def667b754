# bgq-gdb.py - for gdb: ranks of bgq-run, their symbols and stacks; see bgq-run(1), --gdb.
#
# A rank is a copy of the program in memory that no dynamic loader knows of, and its threads
# are stacks that bgq-run switches between.  This shows one rank at a time: its symbols are
# loaded where its copy lies, and gdb's registers are those of its thread until the program
# continues.
#
# Never: registers that were set for a look are those that the program goes on with.
#
# Reads the table of emu/node/process/debugger.c, and needs no types of bgq-run.
import struct
import gdb

FIELDS = ('version processes ranks image main path wanted process_bytes rank node base status '
          'sp state pc user index next clock').split()
STATES = ['is ready', 'runs', 'waits', 'has ended']
RUNS, DEAD = 1, 3
ALIVE = -1
WINDOW_MAX = 1 << 34  # bytes of a node's window of memory
REGISTERS = ['r15', 'r14', 'r13', 'r12', 'rbx', 'rbp', 'rip']  # as fiber_switch has pushed them


def read(address, form):
    data = gdb.selected_inferior().read_memory(address, struct.calcsize(form))
    return struct.unpack(form, bytes(data))[0]


def word(address):
    return read(address, '<Q')


class Machine:
    """The tables of the process that gdb has stopped."""

    def __init__(self):
        at = int(gdb.parse_and_eval('(unsigned long)&bgqemu_debugger_table'))
        self.at = {name: word(at + 8 * i) for i, name in enumerate(FIELDS)}
        first, count = word(self.at['processes']), read(self.at['ranks'], '<I')
        all_of_them = [first + i * self.at['process_bytes'] for i in range(count)]
        self.process = {read(p + self.at['rank'], '<I'): p for p in all_of_them}
        self.wanted = read(self.at['wanted'], '<q')

    def program(self):
        return gdb.Value(word(self.at['path'])).cast(
            gdb.lookup_type('char').pointer()).string()

    def slot(self, rank):
        return word(self.process[rank] + self.at['base'])

    def image(self, rank):
        return self.slot(rank) + word(self.at['image'])

    def main(self, rank):
        return self.image(rank) + word(self.at['main'])

    def threads(self, rank):
        t = self.process[rank]
        while t:
            yield t
            t = word(word(t + self.at['user']) + self.at['next'])

    def state(self, t):
        return read(t + self.at['state'], '<B')

    def us(self, t):
        """Its simulated time; of one that runs, at its last check or call."""
        return '%.3f us' % (word(t + self.at['clock']) / 1e6)

    def index(self, t):
        return read(word(t + self.at['user']) + self.at['index'], '<H')


class View:
    """What is shown instead of where the process has stopped."""

    def __init__(self):
        self.text = None   # an address in the rank whose symbols are loaded,
        self.rank = None   # and that rank
        self.saved = None  # host thread and its registers
        self.home = None   # at the stop: rank, host thread, number of the selected frame

    def symbols(self, machine, rank):
        self.rank = rank
        if self.text == machine.main(rank):
            return
        if self.text is not None:
            gdb.execute('remove-symbol-file -a %#x' % self.text, to_string=True)
        gdb.execute('add-symbol-file %s -o %#x' % (machine.program(), machine.image(rank)),
                    to_string=True)
        self.text = machine.main(rank)

    def place(self, behind_main):
        """By the symbols that are loaded, of whatever rank."""
        if self.text is None:
            return 'main%+#x' % behind_main
        name = gdb.execute('info symbol %#x' % (self.text + behind_main), to_string=True)
        return name.split(' in section')[0].strip()

    def back(self):
        if self.saved is None:
            return
        thread, values = self.saved
        self.saved = None
        thread.switch()
        gdb.execute('frame 0', to_string=True)
        for name, value in values:
            gdb.execute('set $%s = %d' % (name, value), to_string=True)

    def leave(self):
        """Something else is shown than where the process has stopped."""
        if self.home is None:
            self.home = (self.rank, gdb.selected_thread(), gdb.selected_frame().level())

    def home_again(self, machine):
        """Registers, symbols with the breakpoints that are set by them, and the frame."""
        self.back()
        if self.home is None:
            return
        rank, thread, level = self.home
        self.home = None
        if rank is not None:
            self.symbols(machine, rank)
        thread.switch()
        gdb.execute('frame %d' % level, to_string=True)

    def goes_on(self):
        """The process is about to."""
        self.back()
        if self.home is not None:
            self.home[1].switch()
        self.home = None

    def parked(self, sp):
        """Registers of a stack that does not run."""
        gdb.execute('frame 0', to_string=True)
        self.saved = (gdb.selected_thread(),
                      [(n, int(gdb.parse_and_eval('(unsigned long)$%s' % n)))
                       for n in REGISTERS + ['rsp']])
        for i, name in enumerate(REGISTERS):
            gdb.execute('set $%s = %d' % (name, word(sp + 8 + 8 * i)), to_string=True)
        gdb.execute('set $rsp = %d' % (sp + 64), to_string=True)

    def running(self, low, high):
        """The host thread that is on a stack of the rank."""
        for thread in gdb.selected_inferior().threads():
            thread.switch()
            gdb.execute('frame 0', to_string=True)
            if low <= int(gdb.parse_and_eval('(unsigned long)$rsp')) < high:
                return True
        return False


view = View()


def list_ranks(machine):
    for rank in sorted(machine.process):
        p = machine.process[rank]
        status = read(p + machine.at['status'], '<i')
        node = read(p + machine.at['node'], '<I')
        if status >= 0:
            print('rank %d  node %d  ended with status %d' % (rank, node, status))
            continue
        if status != ALIVE:
            print('rank %d  node %d  has not started' % (rank, node))
            continue
        for t in machine.threads(rank):
            pc = word(t + machine.at['pc'])
            at = '  at ' + machine.us(t)
            waits = STATES[machine.state(t)] == 'waits'
            print('rank %d  node %d  thread %d  %s%s%s' %
                  (rank, node, machine.index(t), STATES[machine.state(t)],
                   ' in ' + view.place(pc - machine.main(rank)) if waits and pc else '', at))


def own_frame(slot):
    """Selects the innermost frame of the program, not of what it has called of bgq-run."""
    frame = gdb.newest_frame()
    while frame is not None and not 0 <= frame.pc() - slot < WINDOW_MAX:
        frame = frame.older()
    if frame is not None:
        frame.select()


def show(machine, rank, index):
    view.leave()
    view.back()
    if rank not in machine.process:
        raise gdb.GdbError('There is no rank %d.' % rank)
    for t in machine.threads(rank):
        if machine.index(t) == index and machine.state(t) != DEAD:
            break
    else:
        raise gdb.GdbError('Rank %d has no thread %d.' % (rank, index))
    view.symbols(machine, rank)
    if machine.state(t) != RUNS:
        if not word(t + machine.at['sp']):
            raise gdb.GdbError('Rank %d has not run yet.' % rank)
        view.parked(word(t + machine.at['sp']))
    elif not view.running(machine.slot(rank), machine.image(rank)):
        raise gdb.GdbError('The thread runs, but on no stack of the rank.')
    own_frame(machine.slot(rank))
    gdb.execute('frame')


def start():
    """To main() of the rank that --gdb names, whose host thread is at the stop before it."""
    gdb.execute('handle SIGURG SIGSEGV nostop noprint pass', to_string=True)
    gdb.execute('set breakpoint pending on', to_string=True)
    gdb.execute('tbreak bgqemu_debugger_stop', to_string=True)
    if gdb.selected_inferior().pid:
        gdb.execute('continue', to_string=True)
    else:
        gdb.execute('run', to_string=True)
    machine = Machine()
    view.symbols(machine, machine.wanted)
    gdb.execute('tbreak *%#x' % machine.main(machine.wanted), to_string=True)
    gdb.execute('continue')


class Bgq(gdb.Command):
    """bgq ranks: list ranks and threads.
bgq rank N [THREAD]: show that rank: its symbols, and the stack of its thread (0: main).
bgq back: show where the process has stopped again: its frame, symbols and breakpoints.
bgq start: with --gdb, run until main() of that rank."""

    def __init__(self):
        super().__init__('bgq', gdb.COMMAND_USER)

    def invoke(self, text, from_tty):
        args = gdb.string_to_argv(text)
        if args == ['ranks']:
            list_ranks(Machine())
        elif args == ['back']:
            view.home_again(Machine())
            gdb.execute('frame')
        elif args == ['start']:
            start()
        elif len(args) in (2, 3) and args[0] == 'rank' and all(a.isdigit() for a in args[1:]):
            show(Machine(), int(args[1]), int(args[2]) if len(args) > 2 else 0)
        else:
            raise gdb.GdbError(self.__doc__)


def tell_time(machine):
    """Of the threads that run; between two of them, when none does, of the furthest."""
    alive = [(rank, t) for rank in sorted(machine.process) for t in machine.threads(rank)
             if machine.state(t) != DEAD]
    runs = [(rank, t) for rank, t in alive if machine.state(t) == RUNS]
    for rank, t in runs:
        print('rank %d thread %d runs at %s' % (rank, machine.index(t), machine.us(t)))
    if alive and not runs:
        rank, t = max(alive, key=lambda a: word(a[1] + machine.at['clock']))
        print('no thread runs; rank %d thread %d has got furthest, at %s' %
              (rank, machine.index(t), machine.us(t)))


def stopped(event):
    """Ctrl-C tells the simulated time."""
    if isinstance(event, gdb.SignalEvent) and event.stop_signal == 'SIGINT':
        tell_time(Machine())


Bgq()
gdb.events.stop.connect(stopped)
# Functions that bgq-cc links into a program, and bgq-run's: a check is no call of the program.
for place in 'core/*', 'node/*', 'show/*', 'target/*', 'target/rt/*':
    gdb.execute('skip -gfi emu/%s/*' % place, to_string=True)
# Registers that were set for a look must not be those that the program continues with.
for command in 'continue', 'step', 'stepi', 'next', 'nexti', 'finish', 'until', 'advance', 'jump':
    gdb.execute('define hook-%s\npython view.goes_on()\nend' % command, to_string=True)
