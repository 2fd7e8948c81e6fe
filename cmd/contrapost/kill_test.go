package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine/games"
	"contrapost/mailer"
	"contrapost/mailer/loopback"
)

var (
	killsWanted = flag.Int("kills", 0, "how often the service is killed in each game's campaign; 0: as often as the time of a test allows")
	killSeed    = flag.Int64("killseed", 1, "the seed of the first game and its kills")
)

// TestNothingIsLostByKilling: whole games, by mail, in which the service is killed
// at whatever moment and started again. What its players wrote is carried out once,
// what is due to them comes, and the game is the one that is played without kills.
func TestNothingIsLostByKilling(t *testing.T) {
	for _, c := range []struct {
		game           string
		players, kills int
	}{{"konvooi", 3, 50}, {"declare", 3, 25}} {
		t.Run(c.game, func(t *testing.T) {
			t.Parallel()
			want := c.kills
			switch {
			case *killsWanted > 0:
				want = *killsWanted
			case testing.Short():
				want = 10
			}
			var sum tally
			for seed := *killSeed; sum.kills() < want; seed++ {
				sum.add(killCampaign(t, c.game, c.players, seed, want-sum.kills()))
			}
			t.Logf("%s, from seed %d\n%s", c.game, *killSeed, sum)
		})
	}
}

// killCampaign plays a game with kills, and again without, and compares.
func killCampaign(t *testing.T, game string, players int, seed int64, kills int) tally {
	t.Helper()
	killed := playKilled(t, game, players, seed, kills)
	calm := playKilled(t, game, players, seed, 0)
	if diff := cmp.Diff(calm.course, killed.course); diff != "" {
		t.Errorf("seed %d: the game went another way than without kills (-without +with):\n%s", seed, diff)
	}
	return killed.tally
}

// killedGame is one game on a service that is killed now and then.
type killedGame struct {
	*testing.T
	ctx    context.Context
	demo   demo // its players are the demo's
	game   string
	seed   int64
	dir    string
	server *loopback.Server
	dial   mailer.DialFunc // reaches its mailboxes
	reaper reaper
	kept   handedMail
	starts int
	living *child
}

// playKilled plays a game to its end, with so many kills if it lasts that long, and
// says what became of it.
func playKilled(t *testing.T, game string, players int, seed int64, kills int) account {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
	defer stop()
	k := &killedGame{
		T: t, ctx: ctx, game: game, seed: seed, dir: t.TempDir(), demo: demo{Players: players, Seed: seed},
		reaper: reaper{kills: map[moment]int{}}, dial: (&net.Dialer{}).DialContext,
	}
	var err error
	k.server, err = killServer(&k.reaper, &k.kept, players)
	k.must(err)
	defer k.server.Close()
	k.configure()
	over := make(chan error, 1)
	go func() { over <- k.people() }()
	k.live(over, kills)
	k.deliverRest()
	a := k.audit()
	if len(a.course.Scores) != players {
		k.Fatalf("seed %d: the game has not ended", k.seed)
	}
	return a
}

func (k *killedGame) must(err error) {
	k.Helper()
	if err != nil {
		k.Fatalf("seed %d: %v", k.seed, err)
	}
}

func (k *killedGame) file(name string) string { return filepath.Join(k.dir, name) }

// configure writes the config, the password and the key that the service finds.
func (k *killedGame) configure() {
	k.Helper()
	text := fmt.Sprintf("address = %q\ndatabase = \"game.db\"\nkey_file = \"game.key\"\n[play]\nwindows = \"at-once\"\n", demoAddress)
	for section, addr := range map[string]string{"imap": k.server.IMAPAddr(), "smtp": k.server.SMTPAddr()} {
		host, port := hostPort(addr)
		text += fmt.Sprintf("[%s]\nhost = %q\nport = %d\ntls = %q\nuser = %q\npassword_file = \"password\"\n", section, host, port, mailer.NoTLS, demoAddress)
	}
	k.must(os.WriteFile(k.file("contrapost.toml"), []byte(text), 0o600))
	k.must(os.WriteFile(k.file("password"), []byte(demoWord), 0o600))
	k.must(os.WriteFile(k.file("game.key"), []byte(strings.Repeat("k", keyLength)), 0o600))
}

// start begins another life of the service.
func (k *killedGame) start() {
	k.Helper()
	k.starts++
	var err error
	k.living, err = bear(k.file("contrapost.toml"), k.seed, k.starts, k.reaper.logged)
	k.must(err)
}

// live starts the service again whenever it has died, until the players are done.
func (k *killedGame) live(over <-chan error, kills int) {
	k.Helper()
	fates := newFates(k.seed)
	for {
		k.start()
		if k.starts <= kills {
			k.reaper.seize(k.living, fates.draw())
		}
		select {
		case <-k.living.died:
			if !k.living.killed() {
				k.Fatalf("seed %d: the service died by itself:\n%s", k.seed, k.living.log)
			}
		case err := <-over:
			k.reaper.spare()
			if err != nil {
				k.Fatalf("seed %d: %v\n%s", k.seed, err, k.living.log)
			}
			return
		}
	}
}

// people lets the players play until each has the letter that ends the game.
func (k *killedGame) people() error {
	g, _ := games.Find(k.game)
	ctx, stop := context.WithCancel(k.ctx)
	defer stop()
	var playing sync.WaitGroup
	failed := make([]error, k.demo.Players)
	for i := range k.demo.Players {
		p, err := k.demo.player(ctx, k.server, g, i)
		if err != nil {
			return err
		}
		playing.Go(func() {
			defer p.close()
			if failed[i] = playOnce(ctx, p); failed[i] != nil {
				failed[i] = fmt.Errorf("player %s: %w", p.name, failed[i])
				stop()
			}
		})
	}
	playing.Wait()
	return errors.Join(failed...)
}

// playOnce is demoPlayer.play for somebody whose mail program shows a mail that
// came twice once.
func playOnce(ctx context.Context, p *demoPlayer) error {
	if p.host {
		if err := p.write(ctx, demoAddress, "A game?", fmt.Sprintf("new %s for %d", p.game, p.seats), readLetter{}); err != nil {
			return err
		}
	}
	read := map[string]bool{}
	for {
		mail, err := p.mailbox.Next(ctx)
		if err != nil {
			return err
		}
		l, err := openLetter(mail.Raw)
		if err != nil {
			return err
		}
		if read[l.messageID] {
			continue
		}
		read[l.messageID] = true
		if over, err := p.answer(ctx, mail); err != nil || over {
			return err
		}
	}
}
