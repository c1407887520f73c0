// Players for the benchmarks, made from the players' APIs alone: they share nothing with the simulator or the bridge, so
// a mistake of ours is not made twice. Each player listens on a port of its own. Somebody with a remote control stands
// on stdin:
//
//	players audio=20 video=20 old=20
//	> {"players":["audio-0"],"change":"input"}
//	< {"changed":[{"player":"audio-0","value":"SPDIF","atMs":1789000000000.123}]}
//	> {"count":true}
//	< {"counts":{"audio-0":{"requests":12,"bytes":40212,"atOnce":1}}}
//	> {"watch":{"audio-0":1086.9}}
//	< {}
//	> {"polls":true}
//	< {"polls":{"audio-0":{"made":54,"lost":0,"longestMs":1104.2,"takenOverMs":0}}}
//
// The first line that it writes says where each player listens. queue=2000 gives each a queue of that length, takes=0 lets
// them answer at once, first=5000 numbers them from there on: a process has files for some thousands. Polls are the reads of the state since the players are watched: one is lost if as many milliseconds
// as given pass a second time without a read. takenOverMs is when the first one came over another connection
// than the last one before.
package main

import (
	"bufio"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

type request struct {
	Players []string           `json:"players"`
	Change  string             `json:"change"`
	Count   bool               `json:"count"`
	Watch   map[string]float64 `json:"watch"`
	Polls   bool               `json:"polls"`
}

type change struct {
	Player string  `json:"player"`
	Value  string  `json:"value"`
	AtMs   float64 `json:"atMs"`
}

func main() {
	// Thousands of players need more files than usual; without the right to it, fewer have to do.
	_ = syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: 65_536, Max: 65_536})
	players := map[string]*player{}
	addresses := map[string]string{}
	queue, takes, first := 12, 3, 0
	for _, argument := range os.Args[1:] {
		kind, text, _ := strings.Cut(argument, "=")
		count, err := strconv.Atoi(text)
		switch {
		case err != nil:
			fail("%q: not a number", argument)
		case kind == "queue":
			queue = count
		case kind == "takes":
			takes = count
		case kind == "first":
			first = count
		case !slices.Contains(models, kind):
			fail("%q: wanted %s=<n>, queue=<n>, takes=<ms> or first=<n>", argument, strings.Join(models, "=<n>, "))
		default:
			for index := range count {
				name := fmt.Sprintf("%s-%d", kind, first+index)
				p := newPlayer(kind, first+len(players), queue, time.Duration(takes)*time.Millisecond)
				players[name] = p
				addresses[name] = listen(p)
			}
		}
	}
	out := json.NewEncoder(os.Stdout)
	say(out, map[string]any{"addresses": addresses})
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var wanted request
		if err := json.Unmarshal(lines.Bytes(), &wanted); err != nil {
			fail("%s: %v", lines.Text(), err)
		}
		if wanted.Count {
			counts := map[string]counts{}
			for name, p := range players {
				counts[name] = p.counted()
			}
			say(out, map[string]any{"counts": counts})
			continue
		}
		if wanted.Watch != nil {
			for name, everyMs := range wanted.Watch {
				players[name].watch(time.Duration(everyMs * float64(time.Millisecond)))
			}
			say(out, struct{}{})
			continue
		}
		if wanted.Polls {
			polls := map[string]polls{}
			for name, p := range players {
				polls[name] = p.polled()
			}
			say(out, map[string]any{"polls": polls})
			continue
		}
		changed := []change{}
		for _, name := range wanted.Players {
			p := players[name]
			if p == nil {
				fail("there is no player %q", name)
			}
			value, err := p.change(wanted.Change)
			if err != nil {
				fail("%s: %v", name, err)
			}
			changed = append(changed, change{name, value, float64(time.Now().UnixNano()) / 1e6})
		}
		say(out, map[string]any{"changed": changed})
	}
}

func listen(p *player) string {
	if p.kind == "wiim" {
		return listenWiim(p)
	}
	return "http://" + serve(p, "127.0.0.1", nil)
}

// serve starts a player at any free port, and returns where.
func serve(p *player, host string, secure *tls.Config) string {
	listener, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		fail("%v", err)
	}
	address := listener.Addr().String()
	if secure != nil {
		listener = tls.NewListener(listener, secure)
	}
	// Who looks for a player tries its port without TLS, too, which is no error.
	p.server = &http.Server{Handler: p, ErrorLog: log.New(io.Discard, "", 0)}
	go func() {
		if err := p.server.Serve(listener); err != http.ErrServerClosed {
			fail("%v", err)
		}
	}()
	return address
}

func say(out *json.Encoder, value any) {
	if err := out.Encode(value); err != nil {
		fail("%v", err)
	}
}

func fail(format string, values ...any) {
	fmt.Fprintf(os.Stderr, "players: "+format+"\n", values...)
	os.Exit(1)
}
